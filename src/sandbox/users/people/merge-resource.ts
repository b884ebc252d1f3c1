import type { Call } from '../../http/call/call.js';
import type { ApiResponse } from '../../http/response/api-response.js';
import { patchResponse } from '../../http/response/patch-response.js';
import { type Route, route } from '../../http/routing/route.js';
import { badRequest, invalidJson, unknownValue } from '../../world/failure.js';
import { unknownMembers } from '../../world/json.js';
import type { AnyStore } from '../../world/store.js';
import type { Client } from '../../world/user.js';
import { isOffice } from '../access/access.js';
import { readReference, referenceMembers } from '../access/user-reference.js';
import { showUser } from '../response/show-user.js';

/** The client in the path survives and keeps its own fields. Everything else of the duplicate moves to it. */
function merge(call: Call, survivor: Client, stores: readonly AnyStore[]): ApiResponse {
  const { world } = call;
  call.ignored.push(...unknownMembers(call.body, referenceMembers));
  const reading = readReference(call, call.body, 'client');
  if ('problem' in reading) throw invalidJson(reading.problem);
  if ('unknown' in reading) throw invalidJson({ name: reading.unknown, message: unknownValue });
  const duplicate = reading.user;
  if (duplicate === survivor) throw badRequest('A client cannot be merged into itself.');
  for (const store of stores) store.merge(world, { survivor, duplicate });
  world.relations.move(duplicate, survivor);
  survivor.labels = [...new Set([...survivor.labels, ...duplicate.labels])];
  survivor.modified = world.clock.now();
  if (duplicate.picture !== null) world.files.remove(duplicate.picture);
  world.tokens.revokeAllOf(duplicate);
  world.users.remove(duplicate);
  return patchResponse(call, () => showUser(call, survivor));
}

export const mergeRoutes = (stores: readonly AnyStore[]): readonly Route[] => [
  route({
    path: 'c/:userId/merge',
    target: (call) => call.world.users.client(call.param('userId')),
    methods: {
      POST: { allow: (call) => isOffice(call.viewer), respond: (call, survivor) => merge(call, survivor, stores) },
    },
  }),
];
