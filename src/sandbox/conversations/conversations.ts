import type { Changes } from '../changes/changes.js';
import type { Client, Friend } from '../world/user.js';
import type { World } from '../world/world.js';

export type Talker = Client | Friend;

/** CNV-11: what is known about a conversation; there are no messages in here to leak. */
export interface Conversation {
  readonly key: string;
  owner: Talker;
  readonly subject: string | null;
  readonly participants: readonly string[];
  lastActivity: Date;
  unread: number;
  calls: { held: boolean; ongoing: boolean; missed: boolean };
}

/** What a conversation begins with; by default it is empty and nobody called. */
export interface ConversationStart {
  /** Default `null`. */
  readonly subject?: string | null;
  /** The other participants by name. */
  readonly participants?: readonly string[];
  /** Unread messages. Default 0. */
  readonly unread?: number;
  /** Whether there was a call. Default: whether there is one now. */
  readonly hasCall?: boolean;
  /** Default `false`. */
  readonly hasOngoingCall?: boolean;
  /** Default `false`. */
  readonly hasMissedCall?: boolean;
}

/** EPV-3 to EPV-6. `all` combines the three, which is less than not asking for any (TRAP-37). */
export const relevanceFilters = {
  'ongoing call': (conversation: Conversation) => conversation.calls.ongoing,
  'missed call': (conversation: Conversation) => conversation.calls.missed,
  'unread messages': (conversation: Conversation) => conversation.unread > 0,
  all: (conversation: Conversation) =>
    conversation.calls.ongoing || conversation.calls.missed || conversation.unread > 0,
};

export class Conversations {
  readonly #world: World;
  readonly #changes: Changes;
  readonly #conversations = new Map<string, Conversation>();

  constructor(world: World, changes: Changes) {
    this.#world = world;
    this.#changes = changes;
  }

  /** CHG-18: a new conversation is a change. */
  open(owner: Talker, start: ConversationStart): Conversation {
    const conversation = this.add(owner, start, this.#world.clock.now());
    this.#changes.record('conversations', owner);
    return conversation;
  }

  /** A conversation that was there before anyone looked: no change. */
  add(owner: Talker, start: ConversationStart, lastActivity: Date): Conversation {
    const ongoing = start.hasOngoingCall ?? false;
    const conversation = {
      key: this.#world.ids.hex(12),
      owner,
      subject: start.subject ?? null,
      participants: start.participants ?? [],
      lastActivity,
      unread: start.unread ?? 0,
      calls: { held: start.hasCall ?? ongoing, ongoing, missed: start.hasMissedCall ?? false },
    };
    this.#conversations.set(conversation.key, conversation);
    return conversation;
  }

  find(key: string): Conversation | undefined {
    return this.#conversations.get(key);
  }

  of(owner: Talker): Conversation[] {
    return [...this.#conversations.values()].filter((conversation) => conversation.owner === owner);
  }

  /** CNV-3, CNV-4, CHG-18: a message of somebody else. */
  receive(conversation: Conversation): void {
    conversation.unread += 1;
    conversation.lastActivity = this.#world.clock.now();
    this.#changes.record('conversations', conversation.owner);
  }

  /** CNV-5, CNV-6: a call counts as held from its start (ours). Calls are no change: CHG-18 names messages only. */
  startCall(conversation: Conversation): void {
    conversation.calls = { ...conversation.calls, held: true, ongoing: true };
    conversation.lastActivity = this.#world.clock.now();
  }

  endCall(conversation: Conversation): void {
    conversation.calls = { ...conversation.calls, ongoing: false };
  }

  missCall(conversation: Conversation): void {
    conversation.calls = { ...conversation.calls, ongoing: false, missed: true };
    conversation.lastActivity = this.#world.clock.now();
  }

  move(from: Talker, to: Talker): void {
    const moved = this.of(from);
    for (const conversation of moved) conversation.owner = to;
    if (moved.length > 0) this.#changes.record('conversations', to);
  }
}
