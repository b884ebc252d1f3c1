import * as z from 'zod/mini';
import type { ListOptions } from '../hypermedia/lists/list.js';
import { Resource } from '../hypermedia/resource.js';
import { optional, resourceSchema } from '../hypermedia/schema.js';
import { dateTime } from '../values/date-time.js';

/** What there is to know of a conversation; its messages are not exposed. */
export class Conversation extends Resource<ConversationData> {
  static override readonly type = 'conversation/api';
  /** @internal */
  static readonly readInstead: string = '`conversations()` of the user';
  /** By the last activity. */
  static readonly isResorted = true;
  static override readonly schema = resourceSchema<ConversationData>({
    subject: optional(z.string()),
    last_activity: dateTime,
    unread: z.number(),
    has_call: z.boolean(),
    has_ongoing_call: z.boolean(),
    has_missed_call: z.boolean(),
    url: z.string(),
    participants: optional(z.array(z.string())),
  });
}

/** Metadata of a conversation; messages are not in this API. */
export interface ConversationData {
  /** What it is about. */
  readonly subject: string | null;
  /** The last message or call. */
  readonly last_activity: Date;
  /** Number of unread messages. */
  readonly unread: number;
  /** One or more video calls were held. */
  readonly has_call: boolean;
  /** A video call is running now. */
  readonly has_ongoing_call: boolean;
  /** The user did not pick up one or more calls. */
  readonly has_missed_call: boolean;
  /** The conversation in the platform's web application: for a hyperlink, not for this API. */
  readonly url: string;
  /** The other participants. */
  readonly participants: readonly string[] | null;
}

/** Which conversations. Default: all. */
export interface ConversationQuery extends ListOptions {
  /** Only these; `all` means any of the other three, so it is narrower than leaving `relevant` out. */
  readonly relevant?: ConversationFilter | undefined;
}

/** What makes a conversation relevant. */
export type ConversationFilter = (typeof relevantValues)[number];

const relevantValues = ['ongoing call', 'missed call', 'unread messages', 'all'] as const;

export const relevant = z.optional(z.enum(relevantValues));
