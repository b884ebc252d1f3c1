import type { FieldTable } from '../fields/field-table.js';
import { choice, instantText } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import { showReference } from '../users/response/show-user.js';
import type { Json } from '../world/json.js';
import { type ChangeSubject, type ChangeType, changeStore } from './changes.js';

interface ChangeQuery {
  type: ChangeType;
  since: Date;
}

// `start` and `limit` are not defined for changes, so they are ignored as any unknown parameter.
const changeQuery: FieldTable<ChangeQuery> = [
  { name: 'type', type: choice(['tasks', 'conversations']), required: true },
  { name: 'since', type: instantText(), required: true },
];

function showChange(call: Call, type: ChangeType, user: ChangeSubject): Json {
  const place = user.kind === 'professional' ? 'p/:userId' : 'c/:userId';
  const path = type === 'tasks' ? `${place}/tasks/items` : `${place}/conversations`;
  // One passage of the documentation has the singular.
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
        allow: (call) => call.viewer.permissions.has('changes'),
        respond(call, changes) {
          const { type = 'tasks', since = call.world.clock.now() } = call.readQuery(changeQuery);
          const { mixedChangeTypes, unknownTypes } = call.settings;
          const otherType: ChangeType = type === 'tasks' ? 'conversations' : 'tasks';
          // A future version may add the other type.
          const types = mixedChangeTypes ? [type, otherType] : [type];
          const items = types.flatMap((each) => changes.since(each, since).map((user) => showChange(call, each, user)));
          if (unknownTypes) items.unshift({ '@type': call.type('change/future'), url: call.urls.to('future/things') });
          return collection(items);
        },
      },
    },
  }),
];
