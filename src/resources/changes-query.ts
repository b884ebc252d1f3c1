import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { Query } from '../hypermedia/link-target.js';
import { dateTimeInput } from '../values/date-time.js';

/** What of a user can change. */
export type ChangeType = 'tasks' | 'conversations';

/** Which changes. */
export interface ChangesQuery {
  /** One type for each request. */
  readonly type: ChangeType;
  /**
   * Changes after that time, of the last 24 hours only. Take it some time before your last request, by the platform's
   * clock, and expect to see some changes again.
   */
  readonly since: Date;
}

const changesQuerySchema = inputSchema<ChangesQuery>({
  type: z.enum(['tasks', 'conversations']),
  since: dateTimeInput,
});

export function changesQuery(query: ChangesQuery): Query {
  return checkInput(changesQuerySchema, query, 'changes') as Query;
}
