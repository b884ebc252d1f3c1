import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { UserReference } from '../../values/user-reference.js';
import type { Conversation } from '../conversation.js';
import type { Accounts } from '../users/accounts.js';
import { type Change, ConversationsChange } from './change.js';
import type { WatchOptions } from './change-feed.js';
import { type ListedUser, Mirror, type ReadItems, type RecordStore } from './mirror.js';
import type { ChangesSource } from './poll-changes.js';

/** Options of a conversation mirror: those of a change feed, and the stored state. */
export interface ConversationMirrorOptions extends Omit<WatchOptions, 'types'> {
  /** Stores the last mirrored conversations, for `changed` and `removed` and to report removed users. Default: none. */
  readonly state?: ConversationMirrorState | undefined;
}

/** Stores the conversations of each user at the last handled event. A `Map` or a table works. All values are JSON. */
export interface ConversationMirrorState extends RecordStore<ConversationMirrorRecord> {}

/** The stored conversations of one user. */
export interface ConversationMirrorRecord {
  /** The user that the conversations belong to. */
  readonly user: UserReference;
  /** The time of the last activity and the number of unread messages, by the URL of the conversation. */
  readonly conversations: Readonly<Record<string, string>>;
}

/** All conversations of one user. They replace the conversations of this user that you stored before. */
export interface MirroredConversations {
  /** `url` identifies the user; `id` is the external id, if there is one. */
  readonly user: UserReference;
  /** All conversations. `data.url` identifies a conversation. */
  readonly conversations: readonly Conversation[];
  /** Those that are not in the state, or had another last activity or `unread` there. Absent without a state. */
  readonly changed?: readonly Conversation[];
  /** URLs of conversations in the state that no longer exist. Absent without a state. */
  readonly removed?: readonly string[];
}

export function mirrorConversations(
  source: Omit<ChangesSource, 'request'>,
  options: ConversationMirrorOptions,
  accounts: Accounts,
): AsyncGenerator<MirroredConversations, void> {
  return new ConversationMirror('conversation mirror', source, accounts, options).events();
}

class ConversationMirror extends Mirror<Conversation, MirroredConversations, ConversationMirrorRecord> {
  protected readonly type = 'conversations';

  protected users(request: RequestOptions): AsyncIterable<ListedUser> {
    return this.accounts.clients({ prefetch: 1 }, request);
  }

  protected itemsOf(owner: ListedUser | Change<Resource>): ReadItems<Conversation> | undefined {
    if (hasConversations(owner)) return (request) => owner.conversations({}, request).toArray();
    // The platform has no list of a professional's conversations, so a full synchronisation could not read them again.
    const isProfessional = (change: ConversationsChange) =>
      change.user['@type'] === this.source.session.fullType('user-reference/professional');
    if (!(owner instanceof ConversationsChange) || isProfessional(owner)) return undefined;
    return (request) => owner.items(request).toArray();
  }

  protected event(user: UserReference, conversations: readonly Conversation[]): MirroredConversations {
    return { user, conversations };
  }

  protected compare(
    { user, conversations }: MirroredConversations,
    record: ConversationMirrorRecord | undefined,
  ): MirroredConversations {
    const before = new Map(Object.entries(record?.conversations ?? {}));
    const changed = conversations.filter(({ data }) => before.get(data.url) !== activityOf(data));
    for (const { data } of conversations) before.delete(data.url);
    return { user, conversations, changed, removed: [...before.keys()] };
  }

  protected record({ user, conversations }: MirroredConversations): ConversationMirrorRecord {
    const activities = conversations.map(({ data }) => [data.url, activityOf(data)]);
    return { user, conversations: Object.fromEntries(activities) };
  }

  protected isEmpty(record: ConversationMirrorRecord): boolean {
    return Object.keys(record.conversations).length === 0;
  }
}

/** Times have whole seconds. Two messages of one second differ in the number of unread ones. */
function activityOf({ last_activity, unread }: Conversation['data']): string {
  return `${last_activity.toISOString()} ${unread}`;
}

/** A client or friend. */
interface ConversationOwner {
  conversations(query: ListOptions, request: RequestOptions): Collection<Conversation>;
}

function hasConversations(owner: object): owner is ConversationOwner {
  return 'conversations' in owner;
}
