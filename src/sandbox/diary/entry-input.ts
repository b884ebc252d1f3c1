import { type FieldTable, readFields, type Sent } from '../fields/field-table.js';
import { inlineFile } from '../fields/inline-file.js';
import { choice, instant, integer, string, type ValueType } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { invalidJson } from '../world/failure.js';
import { emptyRecord } from '../world/json.js';
import type { InlineFile } from '../world/stored-file.js';
import type { SentValue } from './diary.js';
import type { DiaryField, DiarySchema } from './schema.js';
import { schemaId } from './show-diary.js';

export interface NewEntry {
  readonly schema: DiarySchema;
  readonly dt: Date;
  readonly values: Readonly<Record<string, SentValue>>;
}

/** Reports all problems at once. Which fields exist is known only for a configured schema. */
export function readNewEntry(call: Call, configuration: readonly DiarySchema[]): NewEntry {
  const { body, world } = call;
  const ids = configuration.map((schema) => schemaId(call, schema));
  const head: FieldTable<{ '@type': string; dt: Date }> = [
    { name: '@type', type: choice(ids), required: true },
    { name: 'dt', type: instant(), required: true },
  ];
  const { sent, problems } = readFields(head, body, 'create', world);
  const schema = configuration[ids.indexOf(sent['@type'] ?? '')];
  if (schema === undefined) throw invalidJson(...problems);
  const fields = readFields(fieldsOf(schema), body, 'create', world);
  const all = [...problems, ...fields.problems];
  if (all.length > 0 || !sent.dt) throw invalidJson(...all);
  call.ignored.push(...fields.ignored.filter((name) => !(name in sent)));
  return { schema, dt: sent.dt, values: withoutUndefined(fields.sent) };
}

/** Reads the fields of the entry's own schema, even if it has left the configuration. */
export function readEntryChange(call: Call, schema: DiarySchema): Readonly<Record<string, SentValue>> {
  return withoutUndefined(call.readBody(fieldsOf(schema), 'modify'));
}

function withoutUndefined(sent: Sent<Record<string, SentValue>>): Record<string, SentValue> {
  const values = emptyRecord<SentValue>();
  for (const [name, value] of Object.entries(sent)) if (value !== undefined) values[name] = value;
  return values;
}

function fieldsOf(schema: DiarySchema): FieldTable<Record<string, SentValue>> {
  return schema.fields.map((field) => ({
    name: field.name,
    type: typeOf(field),
    required: field.required ?? false,
  }));
}

function typeOf(field: DiaryField): ValueType<string | number | InlineFile> {
  switch (field.type) {
    case 'text':
      return string();
    case 'image':
      return inlineFile();
    case 'choice':
      return choice((field.choices ?? []).map(({ value }) => value));
    case 'integer':
      return integer({
        ...(field.min === undefined ? {} : { min: field.min }),
        ...(field.max === undefined ? {} : { max: field.max }),
      });
  }
}
