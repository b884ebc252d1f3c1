import { type FieldTable, readFields } from '../fields/field-table.js';
import { boolean, choice, eachOf, problemsOf, string, type ValueType } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { ApiFailure, inputMissing, notAString, type Problem, unknownValue } from '../world/failure.js';
import { isJsonObject, unknownMembers } from '../world/json.js';
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

/** The options of the request with defaults filled in. */
export interface ExportOptions {
  readonly name: string;
  readonly properties: readonly string[] | null;
  readonly filters: readonly Condition[] | null;
  readonly parameters: readonly Condition[] | null;
  readonly combine: readonly Combine[] | null;
  readonly output_format: 'json' | 'csv' | 'xlsx';
  readonly allow_files: boolean;
}

/** The message differs from that of other bodies. */
const invalidOptions = (problems: readonly Problem[]) => new ApiFailure(400, 'Invalid option input', problems);

/** Problems of a member that must be a text. */
function textProblems(value: unknown): string[] {
  if (value === undefined) return [inputMissing];
  return typeof value === 'string' ? [] : [notAString];
}

/** All three members are required. Each problem is reported. */
const condition: ValueType<Condition> = {
  read(value) {
    if (!isJsonObject(value)) return { problem: unknownValue };
    const { name, value: compared, operator } = value;
    const [problem, ...others] = [name, compared, operator].flatMap(textProblems);
    if (problem !== undefined) return { problem, others };
    const ignored = unknownMembers(value, ['name', 'value', 'operator']).map((member) => `.${member}`);
    return { ignored, value: { name: String(name), value: String(compared), operator: String(operator) } };
  },
};

const combine: ValueType<Combine> = {
  read(value, world) {
    if (!isJsonObject(value)) return { problem: unknownValue };
    const { name, properties = null } = value;
    const list = properties === null ? { value: null } : eachOf(string()).read(properties, world);
    const [problem, ...others] = [...textProblems(name), ...problemsOf(list)];
    if (problem !== undefined || 'problem' in list) return { problem: problem ?? unknownValue, others };
    const ignored = unknownMembers(value, ['name', 'properties']).map((member) => `.${member}`);
    return { ignored, value: { name: String(name), properties: list.value } };
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

/** `client` is the only documented name of an export. */
const optionFields: FieldTable<SentOptions> = [
  { name: 'name', type: choice(['client']), required: true },
  { name: 'properties', type: eachOf(string()) },
  { name: 'filters', type: eachOf(condition) },
  { name: 'parameters', type: eachOf(condition) },
  { name: 'combine', type: eachOf(combine) },
  { name: 'output_format', type: choice(['json', 'csv', 'xlsx']) },
  { name: 'allow_files', type: boolean() },
];

/** Reports all problems at once. `personal` is whether the creator may see personal data. */
export function readExportOptions(call: Call, personal: boolean): ExportOptions {
  const { world } = call;
  const { sent, problems, ignored } = readFields(optionFields, call.body, 'create', world);
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
  call.ignored.push(...ignored);
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

/** Neither names nor operators are documented. `eq` is the only operator here. */
function unknownConditions(conditions: readonly Condition[], known: readonly string[]): Problem[] {
  return conditions.flatMap(({ name, operator }) => [
    ...(known.includes(name) ? [] : [{ name, message: unknownValue }]),
    ...(operator === 'eq' ? [] : [{ name: operator, message: unknownValue }]),
  ]);
}
