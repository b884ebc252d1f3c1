import type { DiarySchema, DiaryValues } from 'care-platform';
import { dayKey } from '../language/dates.ts';

/** The content of a form: the time of the entry, and the values by the names of the fields. */
export interface Draft {
  /** The format of an input for date and time, in the browser's time zone. */
  readonly when: string;
  readonly values: DiaryValues;
}

export function newDraft(schema: DiarySchema): Draft {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return { when: `${dayKey(now)}T${time}`, values: schema.defaults() };
}

/** The values to send, without empty inputs and without fields of another schema. */
export function entryOf(draft: Draft, schema: DiarySchema): DiaryValues & { readonly dt: Date } {
  const answered = schema.fields
    .map(({ name }) => [name, draft.values[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { ...Object.fromEntries(answered), dt: new Date(draft.when) };
}
