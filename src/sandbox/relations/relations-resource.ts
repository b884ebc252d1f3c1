import type { FieldTable } from '../fields/field-table.js';
import { choice, object } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { page, readBatch } from '../http/call/paging.js';
import { type ApiResponse, creationResponse, ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import { isOffice, seesPerson } from '../users/access/access.js';
import { readReference, referenceMembers } from '../users/access/user-reference.js';
import { showReference } from '../users/response/show-user.js';
import { badRequest, invalidJson } from '../world/failure.js';
import { type Json, type JsonObject, unknownMembers } from '../world/json.js';
import type { Predicate, Relation } from '../world/relation-list.js';
import type { Client } from '../world/user.js';

const relationFields: FieldTable<{ professional: JsonObject; predicate: Predicate; '@type': string }> = [
  { name: 'professional', type: object(), required: true },
  { name: 'predicate', type: choice(['attends', 'supervises']), required: true },
  { name: '@type', type: choice(({ settings }) => [`${settings.typeNs}/relation`]), required: true },
];

const relationUrl = (call: Call, { client, key }: Relation) =>
  call.urls.to('c/:userId/relations/:relationId', { userId: client.key, relationId: key });

function showRelation(call: Call, relation: Relation): Json {
  return {
    '@url': relationUrl(call, relation),
    '@type': call.type('relation'),
    professional: showReference(call, relation.professional),
    client: showReference(call, relation.client),
    predicate: relation.predicate,
  };
}

function relationsContainer(call: Call, client: Client): ApiResponse {
  const params = { userId: client.key };
  return ok({
    '@url': call.urls.to('c/:userId/relations', params),
    '@type': call.type('relations/client'),
    '@links': [{ name: 'items', url: call.urls.to('c/:userId/relations/items', params) }],
  });
}

/** `start` and `limit` apply, but `@paging` is not shown. */
function listRelations(call: Call, client: Client): ApiResponse {
  const { items } = page(call.settings, call.world.relations.of(client), readBatch(call));
  return collection(items.map((relation) => showRelation(call, relation)));
}

/**
 * An invalid body is 'Invalid JSON input' (undocumented). A valid body whose relation cannot be created is 'Invalid new
 * relation.': it already exists, or no professional has that id or URL.
 */
function createRelation(call: Call, client: Client): ApiResponse {
  const { professional, predicate } = call.readBody(relationFields, 'create');
  const reading = readReference(call, professional, 'professional');
  if ('problem' in reading) throw invalidJson({ name: 'professional', message: reading.problem.message });
  call.ignored.push(...unknownMembers(professional, referenceMembers).map((name) => `professional.${name}`));
  const refused = 'unknown' in reading || predicate === undefined;
  if (refused || (predicate === 'supervises' && !call.settings.supervises)) throw badRequest('Invalid new relation.');
  const relation = call.world.relations.create(client, reading.user, predicate);
  if (relation === undefined) throw badRequest('Invalid new relation.');
  return creationResponse(relationUrl(call, relation), showRelation(call, relation));
}

/** The only 204 with a `Content-Type`, as documented. */
function removeRelation(call: Call, relation: Relation): ApiResponse {
  call.world.relations.remove(relation);
  return { status: 204, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } };
}

const client = (call: Call) => call.world.users.client(call.param('userId'));
const mayReadRelations = (call: Call, person: Client) => seesPerson(call.world, call.viewer, person);
const mayChangeRelations = (call: Call) => isOffice(call.viewer);

export const relationRoutes: readonly Route[] = [
  route({
    path: 'c/:userId/relations',
    target: client,
    methods: {
      GET: { allow: mayReadRelations, respond: relationsContainer },
      POST: { allow: mayChangeRelations, respond: createRelation },
    },
  }),
  route({
    path: 'c/:userId/relations/items',
    target: client,
    methods: { GET: { allow: mayReadRelations, respond: listRelations } },
  }),
  route({
    path: 'c/:userId/relations/:relationId',
    target(call) {
      const relation = call.world.relations.find(call.param('relationId'));
      return relation?.client.key === call.param('userId') ? relation : undefined;
    },
    methods: {
      GET: {
        allow: (call, relation) => mayReadRelations(call, relation.client),
        respond: (call, relation) => ok(showRelation(call, relation)),
      },
      DELETE: { allow: mayChangeRelations, respond: removeRelation },
    },
  }),
];
