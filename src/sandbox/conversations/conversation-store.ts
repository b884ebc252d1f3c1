import { changeStore } from '../changes/changes.js';
import { defineStore } from '../world/store.js';
import { fullName } from '../world/user.js';
import type { World } from '../world/world.js';
import { type ConversationStart, Conversations } from './conversations.js';

export const conversationStore = defineStore<Conversations>({
  create: (world) => new Conversations(world, changeStore.of(world)),
  seed: seedConversations,
  merge: (conversations, { survivor, duplicate }) => conversations.move(duplicate, survivor),
});

/** A conversation for each value of `relevant`, another that matches none, and a last without optional attributes. */
const examples: readonly ConversationStart[] = [
  { subject: 'Welcome' },
  { subject: 'Homework of this week', unread: 2 },
  { subject: 'Video appointment', hasMissedCall: true },
  { subject: 'Session now', hasOngoingCall: true },
  { subject: 'After the session', hasCall: true, unread: 1 },
  { subject: null },
];

function seedConversations(conversations: Conversations, world: World): void {
  for (const user of world.users.clientsAndFriends()) {
    const related = user.kind === 'client' ? world.relations.of(user) : [];
    const participants = [...new Set(related.map(({ professional }) => fullName(professional)))];
    const many = user.kind === 'client' && user.details.id === 'EHR-1042';
    for (const [index, start] of (many ? examples : examples.slice(0, 1)).entries()) {
      const lastActivity = new Date(world.started.getTime() - (examples.length - index) * 60 * 60 * 1000);
      conversations.add(user, { participants, ...start }, lastActivity);
    }
  }
}
