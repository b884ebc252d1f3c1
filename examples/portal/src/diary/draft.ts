import type { DiarySchema, DiaryValues } from 'care-platform';
import { dayKey } from '../language/dates.ts';

/** What stands in a form: when it is about, and the answers by the names of the fields. */
export interface Draft {
  /** As an input for date and time has it, on the browser's clocks. */
  readonly when: string;
  readonly values: DiaryValues;
}

export function newDraft(schema: DiarySchema): Draft {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return { when: `${dayKey(now)}T${time}`, values: schema.defaults() };
}

/** What is sent: an input that is empty answers nothing, and what another schema asked is left out. */
export function entryOf(draft: Draft, schema: DiarySchema): DiaryValues & { readonly dt: Date } {
  const answered = schema.fields
    .map(({ name }) => [name, draft.values[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { ...Object.fromEntries(answered), dt: new Date(draft.when) };
}
