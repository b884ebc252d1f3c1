import { checkInput, inputSchema } from '../../hypermedia/input.js';
import type { Query } from '../../hypermedia/link-target.js';
import { choiceInput } from '../../values/choice-input.js';
import { dateTimeInput } from '../../values/date-time.js';

/** The types of changes. */
export type ChangeType = 'tasks' | 'conversations';

/** Selects changes. */
export interface ChangesQuery {
  /** One type per request. */
  readonly type: ChangeType;
  /**
   * Selects changes after this time, within the last 24 hours. Use a time somewhat before your last request, by the
   * platform's clock, and expect some changes again.
   */
  readonly since: Date;
}

const changesQuerySchema = inputSchema<ChangesQuery>({
  type: choiceInput(['tasks', 'conversations']),
  since: dateTimeInput,
});

export function changesQuery(query: ChangesQuery): Query {
  return checkInput(changesQuerySchema, query, 'changes') as Query;
}
