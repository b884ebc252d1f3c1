import * as z from 'zod/mini';
import type { ListOptions } from '../hypermedia/lists/list.js';
import { Resource } from '../hypermedia/resource.js';
import { optional, resourceSchema } from '../hypermedia/schema.js';
import { choiceInput } from '../values/choice-input.js';
import { dateTime } from '../values/date-time.js';

/** Metadata of a conversation. The API does not expose its messages. */
export class Conversation extends Resource<ConversationData> {
  static override readonly type = 'conversation/api';
  /** @internal */
  static readonly readInstead: string = '`conversations()` of the user';
  /** Lists are sorted by the last activity. */
  static readonly isResorted = true;
  static override readonly schema = resourceSchema<ConversationData>(() => ({
    subject: optional(z.string()),
    last_activity: dateTime,
    unread: z.number(),
    has_call: z.boolean(),
    has_ongoing_call: z.boolean(),
    has_missed_call: z.boolean(),
    url: z.string(),
    participants: optional(z.array(z.string())),
  }));
}

/** Attributes of a conversation. Messages are not in this API. */
export interface ConversationData {
  /** Subject of the conversation. */
  readonly subject: string | null;
  /** Time of the last message or call. */
  readonly last_activity: Date;
  /** Number of unread messages. */
  readonly unread: number;
  /** Whether there was a video call. */
  readonly has_call: boolean;
  /** Whether a video call is running now. */
  readonly has_ongoing_call: boolean;
  /** Whether the user missed a video call. */
  readonly has_missed_call: boolean;
  /** The conversation in the platform's web application: for a hyperlink, not for this API. */
  readonly url: string;
  /** The other participants. */
  readonly participants: readonly string[] | null;
}

/** Selects conversations. Default: all. */
export interface ConversationQuery extends ListOptions {
  /** Only these. `all` means any of the other three values, so it selects fewer than no `relevant`. */
  readonly relevant?: ConversationFilter | undefined;
}

/** Reasons why a conversation is relevant. */
export type ConversationFilter = (typeof relevantValues)[number];

const relevantValues = ['ongoing call', 'missed call', 'unread messages', 'all'] as const;

export const relevant = z.optional(choiceInput(relevantValues));
