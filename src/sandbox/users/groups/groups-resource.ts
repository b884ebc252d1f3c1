import type { FieldTable } from '../../fields/field-table.js';
import { choice, listOf } from '../../fields/value-type.js';
import type { Call } from '../../http/call/call.js';
import { ok } from '../../http/response/api-response.js';
import { patchResponse } from '../../http/response/patch-response.js';
import { type Route, route } from '../../http/routing/route.js';
import { invalidJson, unknownValue } from '../../world/failure.js';
import type { Json } from '../../world/json.js';
import type { Professional } from '../../world/user.js';
import { editsProfessional, isManager } from '../access/access.js';
import { areAllowedGroups, groupNames, groupsWithRoles, roleIdentifiers, rolesOf } from './groups.js';

const groupsFields: FieldTable<{ groups: readonly string[] }> = [
  { name: 'groups', type: listOf(choice(groupNames)), required: true },
];

interface RolesInput {
  roles: readonly string[];
  additional_roles: readonly string[];
}

const roleChoice = choice((world) => roleIdentifiers(world.settings.rolePrefix));

const rolesFields: FieldTable<RolesInput> = [
  { name: 'roles', type: listOf(roleChoice), required: true },
  { name: 'additional_roles', type: listOf(roleChoice), required: true },
];

function showGroups(call: Call, { key, groups }: Professional): Json {
  const url = call.urls.to('p/:userId/groups', { userId: key });
  return { '@url': url, '@type': call.type('user/groups'), '@links': [], groups };
}

function showRoles(call: Call, professional: Professional): Json {
  return {
    '@url': call.urls.to('p/:userId/roles', { userId: professional.key }),
    '@type': call.type('user/roles'),
    '@links': [],
    roles: rolesOf(professional, call.settings.rolePrefix),
    additional_roles: professional.additionalRoles,
  };
}

/** The list replaces the groups, if one is sent. */
function setGroups(call: Call, professional: Professional): void {
  const { groups = professional.groups } = call.readBody(groupsFields, 'modify');
  if (!areAllowedGroups(groups)) throw invalidJson({ name: 'groups', message: unknownValue });
  professional.groups = groups;
  professional.modified = call.world.clock.now();
}

/** Each list that is sent replaces the previous one. The other list stays. */
function setRoles(call: Call, professional: Professional): void {
  const { roles, additional_roles } = call.readBody(rolesFields, 'modify');
  const groups = roles === undefined ? professional.groups : groupsWithRoles(professional.groups, roles);
  if (!areAllowedGroups(groups)) throw invalidJson({ name: 'roles', message: unknownValue });
  professional.groups = groups;
  professional.additionalRoles = additional_roles ?? professional.additionalRoles;
  professional.modified = call.world.clock.now();
}

const target = (call: Call) => call.world.users.professional(call.param('userId'));
const mayReadGroups = (call: Call, professional: Professional) => editsProfessional(call.viewer, professional);
const mayChangeGroups = (call: Call) => isManager(call.viewer);

export const groupsRoutes: readonly Route[] = [
  route({
    path: 'p/:userId/groups',
    target,
    methods: {
      GET: { allow: mayReadGroups, respond: (call, professional) => ok(showGroups(call, professional)) },
      PATCH: {
        allow: mayChangeGroups,
        respond(call, professional) {
          setGroups(call, professional);
          return patchResponse(call, () => showGroups(call, professional));
        },
      },
    },
  }),
  route({
    path: 'p/:userId/roles',
    target,
    methods: {
      GET: { allow: mayReadGroups, respond: (call, professional) => ok(showRoles(call, professional)) },
      PATCH: {
        allow: mayChangeGroups,
        respond(call, professional) {
          setRoles(call, professional);
          return patchResponse(call, () => showRoles(call, professional));
        },
      },
    },
  }),
];
