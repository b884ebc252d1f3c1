import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { Query } from '../hypermedia/link-target.js';
import type { ListOptions } from '../hypermedia/list.js';
import { dateTimeInput } from '../values/date-time.js';

/** Which entries of a diary. Default: all. */
export interface DiaryEntryQuery extends ListOptions {
  /** Entries changed after that time. Take it some time before your last reading: it is compared in whole seconds. */
  readonly modifiedAfter?: Date | undefined;
}

const modifiedAfterSchema = inputSchema<{ modifiedAfter: Date | undefined }>({
  modifiedAfter: z.optional(dateTimeInput),
});

export function diaryEntryQuery(modifiedAfter: Date | undefined): Query {
  const checked = checkInput(modifiedAfterSchema, { modifiedAfter }, 'diary entries');
  return { modified_after: checked.modifiedAfter as string | undefined };
}
