import type { Call } from '../../http/call/call.js';
import { ok } from '../../http/response/api-response.js';
import { patchResponse } from '../../http/response/patch-response.js';
import { type Operation, type Route, route } from '../../http/routing/route.js';
import type { Client, Friend } from '../../world/user.js';
import { seesPerson } from '../access/access.js';
import { changeClient } from '../accounts/client-account.js';
import { clientFieldTable } from '../accounts/client-fields.js';
import { changeFriend } from '../accounts/friend-account.js';
import { friendFieldTable } from '../accounts/friend-fields.js';
import { duplicates } from '../accounts/uniqueness.js';
import { showUser } from '../response/show-user.js';

const readPerson: Operation<Client | Friend> = {
  allow: (call, person) => seesPerson(call.world, call.viewer, person),
  respond: (call, person) => ok(showUser(call, person)),
};

/** Undocumented: users that see the account may edit it, and so may the office. */
const modifyPerson: Operation<Client | Friend> = {
  allow: (call, person) => seesPerson(call.world, call.viewer, person),
  respond(call, person) {
    if (person.kind === 'client') modifyClient(call, person);
    else modifyFriend(call, person);
    return patchResponse(call, () => showUser(call, person));
  },
};

function modifyClient(call: Call, client: Client): void {
  const sent = call.readBody(clientFieldTable, 'modify', (fields) => duplicates(call.world, 'client', fields, client));
  if ('active' in sent) call.ignored.push('active');
  // A client cannot see its labels, so it cannot set them (undocumented).
  if (call.viewer.kind === 'client' && 'labels' in sent) {
    call.ignored.push('labels');
    delete sent.labels;
  }
  changeClient(call.world, client, sent);
}

function modifyFriend(call: Call, friend: Friend): void {
  const sent = call.readBody(friendFieldTable, 'modify', (fields) => duplicates(call.world, 'friend', fields, friend));
  changeFriend(call.world, friend, sent);
}

/** An external id instead of the key is 404. */
export const personRoutes: readonly Route[] = [
  route({
    path: 'c/:userId',
    target: (call) => call.world.users.clientOrFriend(call.param('userId')),
    methods: { GET: readPerson, PATCH: modifyPerson },
  }),
  route({
    path: 'aux/client/id/:externalId',
    target: (call) => call.world.users.clientById(call.param('externalId')),
    methods: { GET: readPerson, PATCH: modifyPerson },
  }),
];
