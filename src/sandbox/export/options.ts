import { type FieldTable, readFields } from '../fields/field-table.js';
import { boolean, choice, listOf, string, type ValueType } from '../fields/value-type.js';
import { ApiFailure, NOT_A_STRING, type Problem, REQUIRED, UNKNOWN_VALUE } from '../http/failure.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import type { World } from '../world/world.js';
import { offerOf } from './export-names.js';

export interface Condition {
  readonly name: string;
  readonly value: string;
  readonly operator: string;
}

export interface Combine {
  readonly name: string;
  readonly properties: readonly string[] | null;
}

/** EXP-13: what was sent with the defaults filled in. */
export interface ExportOptions {
  readonly name: string;
  readonly properties: readonly string[] | null;
  readonly filters: readonly Condition[] | null;
  readonly parameters: readonly Condition[] | null;
  readonly combine: readonly Combine[] | null;
  readonly output_format: 'json' | 'csv' | 'xlsx';
  readonly allow_files: boolean;
}

/** EPX-6: not the text other bodies are refused with. */
const invalidOptions = (problems: readonly Problem[]) => new ApiFailure(400, 'Invalid option input', problems);

/** EXP-16, EXP-17: all three are required. */
const condition: ValueType<Condition> = {
  read(value) {
    if (!isJsonObject(value)) return { problem: UNKNOWN_VALUE };
    const { name, value: compared, operator } = value;
    if (name === undefined || compared === undefined || operator === undefined) return { problem: REQUIRED };
    if (typeof name !== 'string' || typeof compared !== 'string' || typeof operator !== 'string') {
      return { problem: NOT_A_STRING };
    }
    return { value: { name, value: compared, operator } };
  },
};

/** EXP-18. */
const combine: ValueType<Combine> = {
  read(value, world) {
    if (!isJsonObject(value)) return { problem: UNKNOWN_VALUE };
    const { name, properties = null } = value;
    if (name === undefined) return { problem: REQUIRED };
    if (typeof name !== 'string') return { problem: NOT_A_STRING };
    if (properties === null) return { value: { name, properties: null } };
    const list = listOf(string()).read(properties, world);
    return 'problem' in list ? list : { value: { name, properties: list.value } };
  },
};

interface SentOptions {
  name: 'client';
  properties: readonly string[] | null;
  filters: readonly Condition[] | null;
  parameters: readonly Condition[] | null;
  combine: readonly Combine[] | null;
  output_format: ExportOptions['output_format'] | null;
  allow_files: boolean | null;
}

/** NS-8 (ours): `client` is the only export name the document tells. */
const optionFields: FieldTable<SentOptions> = [
  { name: 'name', type: choice(['client']), required: true },
  { name: 'properties', type: listOf(string()) },
  { name: 'filters', type: listOf(condition) },
  { name: 'parameters', type: listOf(condition) },
  { name: 'combine', type: listOf(combine) },
  { name: 'output_format', type: choice(['json', 'csv', 'xlsx']) },
  { name: 'allow_files', type: boolean() },
];

/** EPX-8: all problems at once. `personal` is whether the creator may see personal data. */
export function readExportOptions(body: JsonObject, personal: boolean, world: World): ExportOptions {
  const { sent, problems } = readFields(optionFields, body, 'create', world);
  const offer = offerOf(personal, world);
  const all = [
    ...problems,
    ...unknownProperties(sent.properties ?? [], offer.properties),
    ...(sent.combine ?? []).flatMap(({ name, properties }) => {
      const known = offer.combines.get(name);
      return known === undefined ? [{ name, message: 'Unknown combine' }] : unknownProperties(properties ?? [], known);
    }),
    ...unknownConditions(sent.filters ?? [], offer.filters),
    ...unknownConditions(sent.parameters ?? [], offer.parameters),
  ];
  if (all.length > 0) throw invalidOptions(all);
  return {
    name: sent.name ?? '',
    properties: sent.properties ?? null,
    filters: sent.filters ?? null,
    parameters: sent.parameters ?? null,
    combine: sent.combine ?? null,
    output_format: sent.output_format ?? 'json',
    allow_files: sent.allow_files ?? false,
  };
}

function unknownProperties(wanted: readonly string[], known: readonly string[]): Problem[] {
  return wanted.filter((name) => !known.includes(name)).map((name) => ({ name, message: 'Unknown property' }));
}

/** NS-7, GAP-33 (ours): neither the names nor the operators are in the document; `eq` is the only operator here. */
function unknownConditions(conditions: readonly Condition[], known: readonly string[]): Problem[] {
  return conditions.flatMap(({ name, operator }) => [
    ...(known.includes(name) ? [] : [{ name, message: UNKNOWN_VALUE }]),
    ...(operator === 'eq' ? [] : [{ name: operator, message: UNKNOWN_VALUE }]),
  ]);
}
