import type { FieldTable } from '../fields/field-table.js';
import { choice, instantText } from '../fields/value-type.js';
import type { Call } from '../http/call.js';
import { collection } from '../http/collection.js';
import { type Route, route } from '../http/route.js';
import { showReference } from '../users/show-user.js';
import type { Json } from '../world/json.js';
import { type Affected, type ChangeType, changeStore } from './changes.js';

interface ChangeQuery {
  type: ChangeType;
  since: Date;
}

// EPH-3: `start` and `limit` are not in here, so they are ignored like any other parameter.
const query: FieldTable<ChangeQuery> = [
  { name: 'type', type: choice(['tasks', 'conversations']), required: true },
  { name: 'since', type: instantText(), required: true },
];

/** CHG-12 to CHG-17. */
function showChange(call: Call, type: ChangeType, user: Affected): Json {
  const place = user.kind === 'professional' ? 'p/:userId' : 'c/:userId';
  const path = type === 'tasks' ? `${place}/tasks/items` : `${place}/conversations`;
  // TRAP-3: one passage of the document has the singular.
  const singular = type === 'conversations' && call.settings.changeType === 'singular';
  return {
    '@type': call.type(`change/${singular ? 'conversation' : type}`),
    url: call.urls.to(path, { userId: user.key }),
    user: showReference(call, user),
  };
}

export const changeRoutes: readonly Route[] = [
  route({
    path: 'changes',
    target: (call) => changeStore.of(call.world),
    methods: {
      GET: {
        // AUT-18.
        allow: (call) => call.viewer.permissions.has('changes'),
        answer(call, changes) {
          const { type = 'tasks', since = call.world.clock.now() } = call.readQuery(query);
          const { mixedChangeTypes, unknownTypes } = call.settings;
          const otherType: ChangeType = type === 'tasks' ? 'conversations' : 'tasks';
          // CHG-13: what a future version may do.
          const types = mixedChangeTypes ? [type, otherType] : [type];
          const items = types.flatMap((each) => changes.since(each, since).map((user) => showChange(call, each, user)));
          if (unknownTypes) items.unshift({ '@type': call.type('change/future'), url: call.urls.to('future/things') });
          return collection(items);
        },
      },
    },
  }),
];
