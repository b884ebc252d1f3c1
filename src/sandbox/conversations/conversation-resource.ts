import { webUrl } from '../application/root-resource.js';
import type { FieldTable } from '../fields/field-table.js';
import { choice, integerText } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { page } from '../http/call/paging.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import { personWith, therapy } from '../users/access/own-resource.js';
import type { Json } from '../world/json.js';
import { formatInstant } from '../world/time-text.js';
import { conversationStore } from './conversation-store.js';
import { type Conversation, relevanceFilters } from './conversations.js';

interface ConversationQuery {
  limit: number;
  start: number | null;
  relevant: keyof typeof relevanceFilters | null;
}

const relevanceValues = ['ongoing call', 'missed call', 'unread messages', 'all'] as const;

const conversationQuery: FieldTable<ConversationQuery> = [
  { name: 'limit', type: integerText(1), required: true },
  { name: 'start', type: integerText(0) },
  { name: 'relevant', type: choice(relevanceValues) },
];

function showConversation(call: Call, conversation: Conversation): Json {
  return {
    '@type': call.type('conversation/api'),
    '@links': [],
    subject: conversation.subject,
    last_activity: formatInstant(conversation.lastActivity),
    unread: conversation.unread,
    has_call: conversation.calls.held,
    has_ongoing_call: conversation.calls.ongoing,
    has_missed_call: conversation.calls.missed,
    url: webUrl(call, `conversations/${conversation.key}`),
    participants: conversation.participants,
  };
}

export const conversationRoutes: readonly Route[] = [
  route({
    path: 'c/:userId/conversations',
    target: personWith('conversations'),
    methods: {
      GET: {
        allow: therapy,
        respond(call, owner) {
          const { limit = null, start = null, relevant } = call.readQuery(conversationQuery);
          const wanted = relevant ? relevanceFilters[relevant] : () => true;
          const all = conversationStore.of(call.world).of(owner).filter(wanted);
          const { items, paging } = page(call.settings, all, { start, limit });
          return collection(
            items.map((conversation) => showConversation(call, conversation)),
            { '@paging': paging(null) },
          );
        },
      },
    },
  }),
];
