import type { Call } from '../../http/call/call.js';
import { page, readBatch } from '../../http/call/paging.js';
import { type ApiResponse, creationResponse, ok } from '../../http/response/api-response.js';
import { collection } from '../../http/response/collection.js';
import { patchResponse } from '../../http/response/patch-response.js';
import { type Operation, type Route, route } from '../../http/routing/route.js';
import type { Professional } from '../../world/user.js';
import { editsProfessional, isManager, isStaff, seesProfessional } from '../access/access.js';
import { externalSourceOf } from '../accounts/external-source.js';
import { addProfessional, changeProfessional } from '../accounts/professional-account.js';
import { professionalFieldTable } from '../accounts/professional-fields.js';
import { duplicates } from '../accounts/uniqueness.js';
import { showUser, userUrl } from '../response/show-user.js';

/** `start` and `limit` apply, but `@paging` is not shown. */
function listProfessionals(call: Call): ApiResponse {
  const { items } = page(call.settings, call.world.users.professionals(), readBatch(call));
  return collection(items.map((professional) => showUser(call, professional, 'list')));
}

/** Sends no mail. */
function createProfessional(call: Call): ApiResponse {
  const sent = call.readBody(professionalFieldTable, 'create', (fields) =>
    duplicates(call.world, 'professional', fields),
  );
  const professional = addProfessional(call.world, sent, externalSourceOf(call.viewer));
  return creationResponse(userUrl(call, professional), showUser(call, professional));
}

const readProfessional: Operation<Professional> = {
  allow: (call, professional) => seesProfessional(call.world, call.viewer, professional),
  respond: (call, professional) => ok(showUser(call, professional)),
};

const modifyProfessional: Operation<Professional> = {
  allow: (call, professional) => editsProfessional(call.viewer, professional),
  respond(call, professional) {
    const check = (fields: { email?: string; id?: string | null }) =>
      duplicates(call.world, 'professional', fields, professional);
    const sent = call.readBody(professionalFieldTable, 'modify', check);
    if ('active' in sent) call.ignored.push('active');
    changeProfessional(call.world, professional, sent);
    return patchResponse(call, () => showUser(call, professional));
  },
};

export const professionalRoutes: readonly Route[] = [
  route({
    path: 'p/items',
    target: (call) => call.world,
    methods: { GET: { allow: (call) => isStaff(call.viewer), respond: listProfessionals } },
  }),
  route({
    path: 'p',
    target: (call) => call.world,
    methods: { POST: { allow: (call) => isManager(call.viewer), respond: createProfessional } },
  }),
  route({
    path: 'p/:userId',
    target: (call) => call.world.users.professional(call.param('userId')),
    methods: { GET: readProfessional, PATCH: modifyProfessional },
  }),
  route({
    path: 'aux/professional/id/:externalId',
    target: (call) => call.world.users.professionalById(call.param('externalId')),
    methods: { GET: readProfessional, PATCH: modifyProfessional },
  }),
];
