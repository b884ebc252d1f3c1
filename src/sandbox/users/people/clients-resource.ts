import type { Call } from '../../http/call/call.js';
import { type Batch, page, readBatch } from '../../http/call/paging.js';
import type { ApiResponse } from '../../http/response/api-response.js';
import { creationResponse } from '../../http/response/api-response.js';
import { collection } from '../../http/response/collection.js';
import { type Route, route } from '../../http/routing/route.js';
import { invalidJson, invalidQuery, unknownValue } from '../../world/failure.js';
import type { Json } from '../../world/json.js';
import type { Client, Friend } from '../../world/user.js';
import { isOffice, isStaff, seesPerson } from '../access/access.js';
import { addClient } from '../accounts/client-account.js';
import { clientFieldTable, clientSearchTable } from '../accounts/client-fields.js';
import { externalSourceOf } from '../accounts/external-source.js';
import { duplicates } from '../accounts/uniqueness.js';
import { showUser, showUserFields, userUrl } from '../response/show-user.js';

/** Professionals find only the people that they may see. Others are not counted either. */
function visible(call: Call): (Client | Friend)[] {
  return call.world.users.clientsAndFriends().filter((person) => seesPerson(call.world, call.viewer, person));
}

function batchResponse(
  call: Call,
  found: readonly (Client | Friend)[],
  batch: Batch,
  refuse = invalidQuery,
): ApiResponse {
  const shown = [...found.map((person) => () => showUser(call, person, 'list')), ...unknownKinds(call)];
  const { items, paging } = page(call.settings, shown, batch, refuse);
  const total = call.settings.totals === 'number' ? shown.length : null;
  return collection(
    items.map((show) => show()),
    { '@paging': paging(total) },
  );
}

/** A kind of user that a later release might add, at the end of the list. */
function unknownKinds(call: Call): (() => Json)[] {
  if (!call.settings.unknownTypes) return [];
  return [() => ({ '@url': call.urls.to('c/:userId', { userId: 'stranger' }), '@type': call.type('visitor') })];
}

/**
 * Matches exactly and case-sensitively. All given fields must match. Undocumented: only fields that the searcher sees
 * can match, so a disabled field and the email of a friend find nobody.
 */
function search(call: Call): ApiResponse {
  const { start = null, limit = null, ...wanted } = call.readBody(clientSearchTable, 'modify');
  const found = visible(call).filter((person) => {
    const fields = showUserFields(call, person);
    return Object.entries(wanted).every(([name, value]) => value === null || fields[name] === value);
  });
  return batchResponse(call, found, { start, limit }, invalidJson);
}

function createClient(call: Call): ApiResponse {
  // The type is optional. Friends are not created here.
  const { '@type': type, ...fields } = call.body;
  if (type !== undefined && type !== call.type('client')) throw invalidJson({ name: '@type', message: unknownValue });
  call.body = fields;
  const sent = call.readBody(clientFieldTable, 'create', (valid) => duplicates(call.world, 'client', valid));
  const client = addClient(call.world, sent, externalSourceOf(call.viewer));
  if (client.active) call.world.mail(client, 'welcome');
  return creationResponse(userUrl(call, client), showUser(call, client));
}

export const clientsRoutes: readonly Route[] = [
  route({
    path: 'c/items',
    target: (call) => call.world,
    methods: {
      GET: {
        allow: (call) => isStaff(call.viewer),
        respond: (call) => batchResponse(call, visible(call), readBatch(call)),
      },
      POST: { allow: (call) => isStaff(call.viewer), respond: search },
    },
  }),
  route({
    path: 'c',
    target: (call) => call.world,
    methods: { POST: { allow: (call) => isOffice(call.viewer), respond: createClient } },
  }),
];
