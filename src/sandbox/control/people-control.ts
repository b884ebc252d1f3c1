import { mailbox } from '../seed/invented-people.js';
import { addApiUser } from '../seed/people.js';
import { addClient } from '../users/client-account.js';
import type { ClientInput } from '../users/client-fields.js';
import { addFriend } from '../users/friend-account.js';
import type { FriendInput } from '../users/friend-fields.js';
import { addProfessional } from '../users/professional-account.js';
import type { ProfessionalInput } from '../users/professional-fields.js';
import { startOf } from '../world/history.js';
import type { Predicate } from '../world/relation-list.js';
import { type Features, fullName, type Permission, type User, type UserKind } from '../world/user.js';
import type { World } from '../world/world.js';

/** A user as the hooks show it. */
export interface SandboxUser {
  /** What the hooks take, and the end of the user's URL. */
  readonly key: string;
  /** Client, friend, professional or API user. */
  readonly kind: UserKind;
  /** First name, infix and last name, or what there is. */
  readonly name: string;
  /** External id; `null` for friends and API users, and for those who have none. */
  readonly id: string | null;
  /** `null` for API users. */
  readonly email: string | null;
  /** Who is not cannot log in. */
  readonly active: boolean;
  /** Below the base URL, such as `/c/4f3a9c12d0`; `null` for API users, who have no URL. */
  readonly path: string | null;
}

/** Hooks for people, outside the HTTP API: no rights are checked, no mail is sent. `user` is a key, a URL or an external id. */
export interface PeopleControl {
  /** Everybody, or everybody of one kind, in the order they came. */
  users(kind?: UserKind): SandboxUser[];
  /** Throws where there is none. */
  user(user: string): SandboxUser;
  /** Anything not given is invented; the `id` stays `null`. */
  addClient(fields?: Partial<ClientInput>, features?: Partial<Features>): SandboxUser;
  /** Anything not given is invented. */
  addFriend(fields?: Partial<FriendInput>, features?: Partial<Features>): SandboxUser;
  /** Anything not given is invented; `groups` are `therapists` unless given. */
  addProfessional(fields?: Partial<ProfessionalInput>, groups?: readonly string[]): SandboxUser;
  /** AUT-5: made by the platform's configuration. Give it a token with `issueToken`. */
  addApiUser(name: string, permissions?: readonly Permission[]): SandboxUser;
  /** Gives its identifier. */
  addLabel(text: string): string;
  /** `attends` unless given. */
  addRelation(client: string, professional: string, predicate?: Predicate): void;
  /** AUT-22: the document does not show how a token is obtained. */
  issueToken(user: string): string;
  /** NS-25. The token fails from now on (AUT-14). Throws where there is no such token, or none any more. */
  revokeToken(token: string): void;
  /** CL-24: switches what a client or friend may use. */
  setFeatures(user: string, features: Partial<Features>): void;
  /** AUT-17 to AUT-19: replaces the roles and permissions of a user. */
  setPermissions(user: string, permissions: readonly Permission[]): void;
  /** Without mail and without the same-state error of the activation endpoint. */
  setActive(user: string, active: boolean): void;
}

export function peopleControl(world: () => World): PeopleControl {
  let count = 0;
  const inventPerson = (kind: string) => {
    count += 1;
    return { first_name: 'Extra', last_name: `Voorbeeld ${count}`, email: mailbox(`extra.${kind}`, String(count)) };
  };
  return {
    users: (kind) =>
      world()
        .users.all()
        .filter((user) => kind === undefined || user.kind === kind)
        .map(sandboxUser),
    user: (user) => sandboxUser(findUser(world(), user)),
    addClient(fields = {}, features = {}) {
      const sent = {
        ...inventPerson('client'),
        active: true,
        gender: 'unknown',
        date_of_birth: '1990-01-15',
        ...fields,
      };
      const client = addClient(world(), sent, null);
      Object.assign(client.features, features);
      return sandboxUser(client);
    },
    addFriend(fields = {}, features = {}) {
      const { email, last_name } = inventPerson('friend');
      const friend = addFriend(world(), { email, name: `Vriend ${last_name}`, ...fields });
      Object.assign(friend.features, features);
      return sandboxUser(friend);
    },
    addProfessional(fields = {}, groups = ['therapists']) {
      const professional = addProfessional(world(), { ...inventPerson('professional'), active: true, ...fields }, null);
      professional.groups = groups;
      return sandboxUser(professional);
    },
    addApiUser(name, permissions = []) {
      return sandboxUser(addApiUser(world(), name, permissions));
    },
    addLabel: (text) => world().labels.create(text).identifier,
    addRelation(client, professional, predicate = 'attends') {
      const clientUser = findUser(world(), client);
      const professionalUser = findUser(world(), professional);
      if (clientUser.kind !== 'client' || professionalUser.kind !== 'professional')
        throw new TypeError(
          `A relation is between a client and a professional, in this order, not a ${clientUser.kind} and a ${professionalUser.kind}`,
        );
      world().relations.create(clientUser, professionalUser, predicate);
    },
    issueToken: (user) => world().tokens.issue(findUser(world(), user)),
    revokeToken(token) {
      if (!world().tokens.revoke(token))
        throw new TypeError('The sandbox knows no such token: `sandbox.tokens` and `issueToken` give them');
    },
    setFeatures(user, features) {
      const found = findUser(world(), user);
      if (found.kind !== 'client' && found.kind !== 'friend')
        throw new TypeError(`Clients and friends have features, a ${found.kind} such as ${user} has none`);
      Object.assign(found.features, features);
    },
    setPermissions(user, permissions) {
      const found = findUser(world(), user);
      found.permissions.clear();
      for (const permission of permissions) found.permissions.add(permission);
    },
    setActive(user, active) {
      findUser(world(), user).active = active;
    },
  };
}

/** By key, by a URL or path that ends with it, or by external id. */
export function findUser(world: World, user: string): User {
  const found =
    world.users.find(user.split('/').at(-1) ?? '') ??
    world.users.all().find((candidate) => externalId(candidate) === user);
  if (found === undefined)
    throw new Error(
      `The sandbox has no user ${startOf(user, 80)}: give a key, URL or external id of \`control.users()\``,
    );
  return found;
}

function sandboxUser(user: User): SandboxUser {
  const { key, kind, active } = user;
  return {
    key,
    kind,
    name: fullName(user),
    id: externalId(user),
    email: user.kind === 'apiUser' ? null : user.details.email,
    active,
    path: user.kind === 'apiUser' ? null : `/${user.kind === 'professional' ? 'p' : 'c'}/${key}`,
  };
}

function externalId(user: User): string | null {
  return user.kind === 'client' || user.kind === 'professional' ? user.details.id : null;
}
