import { addClient } from '../users/accounts/client-account.js';
import { addFriend } from '../users/accounts/friend-account.js';
import { newAccount } from '../users/accounts/new-account.js';
import { addProfessional } from '../users/accounts/professional-account.js';
import { portrait } from '../world/picture.js';
import type { ApiUser, Client, Permission, User } from '../world/user.js';
import type { World } from '../world/world.js';
import { clientNames, friendNames, inventName, mailbox } from './invented-people.js';
import { addOwnPeople, type SandboxPerson } from './own-people.js';
import { type RoleName, roleNames, type SandboxTokens } from './seed-users.js';

const genders = ['f', 'm', 'other', 'unknown'];
const firstExternalId = 1042;

// Indices of clients that lack something. The first client has everything.
const withoutDiary = 2;
const inactive = 3;
const withoutExternalId = 4;
const withoutPhone = 5;
const withoutPlanning = 6;
const withoutConversations = 7;

/** An account that only the configuration of the platform makes. No list contains it. */
export function addApiUser(world: World, name: string, permissions: readonly Permission[]): ApiUser {
  return world.users.add({ kind: 'apiUser', name, ...newAccount(world, true, new Set(permissions)) });
}

/** Creates the people of a new world: the invented ones, then those of the caller. Returns the tokens of the seed users. */
export function seedPeople(world: World, clientCount: number, ownPeople: readonly SandboxPerson[]): SandboxTokens {
  const labels = ['Wachtlijst', 'Groepstraining', 'Vrijdagochtend'].map((text) => world.labels.create(text).identifier);
  const seedUsers: Partial<Record<RoleName, User>> = {
    apiUser: addApiUser(world, 'sandbox-ehr', ['dataOfficer', 'dataAnalyst', 'apiErrors', 'changes', 'tools']),
    apiUserPlain: addApiUser(world, 'sandbox-portal', []),
    ...seedProfessionals(world, labels),
  };
  const invented = Array.from({ length: clientCount }, (_, index) => seedClient(world, index, labels));
  const friends = friendNames.map((name) => addFriend(world, { name, email: mailbox(name) }));
  const own = addOwnPeople(world, ownPeople).filter((user) => user.kind === 'client');
  const [first, second] = [...invented, ...own];
  const { professional, supervisor } = seedUsers;
  for (const client of [first, second]) {
    if (client && professional?.kind === 'professional') world.relations.create(client, professional, 'attends');
  }
  if (first && supervisor?.kind === 'professional') world.relations.create(first, supervisor, 'supervises');
  Object.assign(seedUsers, { client: first, friend: friends[0], inactiveClient: invented[inactive] });
  return issueTokens(world, seedUsers);
}

/** Every role gets a token, always in the same order, so tokens do not depend on which users exist. */
function issueTokens(world: World, seedUsers: Partial<Record<RoleName, User>>): SandboxTokens {
  const placeholder = addApiUser(world, 'nobody', []);
  placeholder.active = false;
  const tokens = roleNames.map((role) => [role, world.tokens.issue(seedUsers[role] ?? placeholder)] as const);
  world.users.remove(placeholder);
  return Object.fromEntries(tokens) as SandboxTokens;
}

function seedProfessionals(world: World, labels: readonly string[]): Partial<Record<RoleName, User>> {
  const add = (number: number, role: string, groups: readonly string[], permissions: readonly Permission[] = []) => {
    const sent = { first_name: 'Pro', last_name: `Voorbeeld${role}`, email: mailbox(`pro.${role}`), active: true };
    const professional = addProfessional(world, { ...sent, id: `PRO-${number}` }, null);
    professional.groups = groups;
    for (const permission of permissions) professional.permissions.add(permission);
    return professional;
  };
  const professional = add(1, 'therapeut', ['therapists']);
  professional.details.description = 'Verzonnen therapeut voor proefcliënten.';
  professional.labels = labels.slice(0, 1);
  const seedUsers = {
    professional,
    unrelatedProfessional: add(2, 'collega', ['therapists']),
    secretary: add(3, 'secretariaat', ['secretaries', 'counter-operators']),
    applicationManager: add(4, 'beheer', ['application-managers']),
    dataOfficer: add(5, 'data', [], ['dataOfficer']),
    dataAnalyst: add(6, 'analyse', [], ['dataAnalyst']),
    supervisor: add(7, 'supervisie', ['supervisors']),
  };
  const left = add(8, 'vertrokken', ['therapists']);
  left.active = false;
  left.details.id = null;
  return seedUsers;
}

function seedClient(world: World, index: number, labels: readonly string[]): Client {
  const [first_name, infix, last_name] = clientNames[index] ?? inventName(index);
  const named = index < clientNames.length;
  const name = `${first_name} ${last_name}`;
  const born = `${1950 + ((index * 7) % 50)}-${String((index % 12) + 1).padStart(2, '0')}-15`;
  const client = addClient(
    world,
    {
      first_name,
      infix,
      last_name,
      active: index !== inactive,
      email: mailbox(name, named ? '' : String(index + 1)),
      gender: genders[index % genders.length] ?? 'unknown',
      date_of_birth: born,
      phone_number: index === withoutPhone ? null : `000-${String(index + 1).padStart(7, '0')}`,
      id: index === withoutExternalId ? null : `EHR-${firstExternalId + index}`,
      bsn: String(index + 1).padStart(9, '0'),
      labels: index === 0 ? labels.slice(0, 2) : index === 1 ? labels.slice(0, 1) : null,
      picture: index === 0 ? portrait() : null,
    },
    index % 2 === 0 ? 'sandbox-ehr' : null,
  );
  client.features.diary = index !== withoutDiary;
  client.features.planning = index !== withoutPlanning;
  client.features.conversations = index !== withoutConversations;
  return client;
}
