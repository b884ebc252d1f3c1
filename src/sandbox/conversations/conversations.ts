import type { Changes } from '../changes/changes.js';
import type { Client, Friend } from '../world/user.js';
import type { World } from '../world/world.js';

export type ConversationOwner = Client | Friend;

/** Attributes of a conversation. There are no messages that could leak. */
export interface Conversation {
  readonly key: string;
  owner: ConversationOwner;
  readonly subject: string | null;
  readonly participants: readonly string[];
  lastActivity: Date;
  unread: number;
  calls: { held: boolean; ongoing: boolean; missed: boolean };
}

/** The state of a new conversation. By default it is empty and without calls. */
export interface ConversationStart {
  /** Default `null`. */
  readonly subject?: string | null;
  /** Names of the other participants. */
  readonly participants?: readonly string[];
  /** The number of unread messages. Default 0. */
  readonly unread?: number;
  /** Whether there was a call. Default: whether a call is ongoing. */
  readonly hasCall?: boolean;
  /** Whether a call is ongoing. Default `false`. */
  readonly hasOngoingCall?: boolean;
  /** Whether a call was missed. Default `false`. */
  readonly hasMissedCall?: boolean;
}

/** `all` combines the three filters. It matches less than no filter does. */
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
  readonly #conversations: Map<string, Conversation>;

  constructor(world: World, changes: Changes) {
    this.#world = world;
    this.#changes = changes;
    this.#conversations = world.memory.part('conversations', () => new Map());
  }

  /** A new conversation is recorded as a change. */
  open(owner: ConversationOwner, start: ConversationStart): Conversation {
    const conversation = this.add(owner, start, this.#world.clock.now());
    this.#changes.record('conversations', owner);
    return conversation;
  }

  /** A conversation from before the start: it is no change. */
  add(owner: ConversationOwner, start: ConversationStart, lastActivity: Date): Conversation {
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

  of(owner: ConversationOwner): Conversation[] {
    return [...this.#conversations.values()].filter((conversation) => conversation.owner === owner);
  }

  /** Adds a message of another participant, and records it as a change. */
  receive(conversation: Conversation): void {
    conversation.unread += 1;
    conversation.lastActivity = this.#world.clock.now();
    this.#changes.record('conversations', conversation.owner);
  }

  /** A call counts as held from its start (undocumented). Calls are no change: only messages are documented as one. */
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

  move(from: ConversationOwner, to: ConversationOwner): void {
    const moved = this.of(from);
    for (const conversation of moved) conversation.owner = to;
    if (moved.length > 0) this.#changes.record('conversations', to);
  }
}
