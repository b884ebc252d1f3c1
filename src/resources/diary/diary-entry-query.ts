import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../../hypermedia/input.js';
import type { Query } from '../../hypermedia/link-target.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { dateTimeInput } from '../../values/date-time.js';

/** Selects entries of a diary. Default: all. */
export interface DiaryEntryQuery extends ListOptions {
  /** Entries per request. Whole number from 1. Default: all, in one request. */
  readonly limit?: number | undefined;
  /** Selects entries that changed after this time. Use a time before your last request: whole seconds are compared. */
  readonly modifiedAfter?: Date | undefined;
}

const modifiedAfterSchema = inputSchema<{ modifiedAfter: Date | undefined }>({
  modifiedAfter: z.optional(dateTimeInput),
});

export function diaryEntryQuery(modifiedAfter: Date | undefined): Query {
  const checked = checkInput(modifiedAfterSchema, { modifiedAfter }, 'diary entries');
  return { modified_after: checked.modifiedAfter as string | undefined };
}
