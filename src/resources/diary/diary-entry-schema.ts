import * as z from 'zod/mini';
import { isJsonObject } from '../../hypermedia/document.js';
import { anyValue } from '../../hypermedia/schema.js';
import { isDate } from '../../runtime/shape.js';
import { ownValue } from '../../values/own-value.js';
import { refine } from '../../values/refine.js';
import { type DiaryField, fieldSchema, problemCode } from './diary-field.js';

/** Values by field names of the schema. */
export interface DiaryValues {
  readonly [field: string]: unknown;
}

export type EntrySchema = z.ZodMiniType<DiaryValues, DiaryValues>;

/** By shape, as `addDiaryEntry` takes it. */
const entryTime = anyValue.check(
  refine((value) => isDate(value) && !Number.isNaN(value.getTime()), 'Must be a valid Date.', 'wrong-type', true),
);

/** Checks the values of an entry. By hand: zod's object schema reads inherited members as values. */
export function entrySchema(fields: readonly DiaryField[], changes: boolean): EntrySchema {
  const checked = new Map(fields.map((field) => [field.name, fieldSchema(field, changes)]));
  const unknown = `Unknown attribute; the schema has: ${[...checked.keys()].join(', ') || 'no fields'}.`;
  const all = changes ? checked : new Map([['dt', z.optional(entryTime)], ...checked]);
  const anObject = anyValue.check(refine(isJsonObject, 'Must be an object.', 'wrong-type', true));
  return (anObject as z.ZodMiniType as EntrySchema).check(({ value, issues }) => {
    for (const [name, schema] of all) {
      const input = ownValue(value, name);
      for (const issue of schema.safeParse(input).error?.issues ?? []) {
        const { path, message } = issue;
        issues.push({ code: 'custom', input, path: [name, ...path], message, params: { code: problemCode(issue) } });
      }
    }
    const keys = Object.keys(value).filter((name) => !all.has(name));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', input: value, keys, message: unknown });
  });
}
