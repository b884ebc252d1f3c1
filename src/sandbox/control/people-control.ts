import { type FieldTable, readFields } from '../fields/field-table.js';
import { type PathAliases, withAliases } from '../http/call/urls.js';
import { mailbox } from '../seed/invented-people.js';
import { addApiUser } from '../seed/people.js';
import { addClient } from '../users/accounts/client-account.js';
import { type ClientInput, clientFieldTable } from '../users/accounts/client-fields.js';
import { addFriend } from '../users/accounts/friend-account.js';
import { type FriendInput, friendFieldTable } from '../users/accounts/friend-fields.js';
import { addProfessional } from '../users/accounts/professional-account.js';
import { type ProfessionalInput, professionalFieldTable } from '../users/accounts/professional-fields.js';
import { duplicates } from '../users/accounts/uniqueness.js';
import { startOf } from '../world/history.js';
import type { Predicate } from '../world/relation-list.js';
import { type Features, fullName, type Permission, type User, type UserKind } from '../world/user.js';
import type { World } from '../world/world.js';

/** A user as the hooks return it. */
export interface SandboxUser {
  /** The key that hooks take. It is also the end of the user's URL. */
  readonly key: string;
  /** The kind of account. */
  readonly kind: UserKind;
  /** The full name, as far as its parts are known. */
  readonly name: string;
  /** External id. `null` for friends and API users, and for users without one. */
  readonly id: string | null;
  /** `null` for API users. */
  readonly email: string | null;
  /** Inactive users cannot log in. */
  readonly active: boolean;
  /**
   * The path below the base URL, such as `/c/4f3a9c12d0`, with the segments of the option `paths`. `null` for API users,
   * who have no URL.
   */
  readonly path: string | null;
}

/**
 * Hooks for people, outside the HTTP API. They check no rights and send no mail. `user` is a key, a URL or an external
 * id.
 */
export interface PeopleControl {
  /** All users, or all of one kind, in creation order. */
  users(kind?: UserKind): SandboxUser[];
  /**
   * One user.
   *
   * @throws Error if there is no such user
   */
  user(user: string): SandboxUser;
  /**
   * Adds a client. Fields that are not given are invented, but the `id` stays `null`.
   *
   * @throws TypeError if the API would refuse a field, such as `labels` with texts instead of identifiers, or if another
   *   user has the e-mail address, the external id or the bsn
   */
  addClient(fields?: Partial<ClientInput>, features?: Partial<Features>): SandboxUser;
  /**
   * Adds a friend. Fields that are not given are invented.
   *
   * @throws TypeError if the API would refuse a field, if another user has the e-mail address, or if `features` has a
   *   diary, which friends cannot have
   */
  addFriend(fields?: Partial<FriendInput>, features?: Partial<Features>): SandboxUser;
  /**
   * Adds a professional. Fields that are not given are invented. `groups` defaults to `therapists`.
   *
   * @throws TypeError if the API would refuse a field, or another user has the e-mail address or the external id
   */
  addProfessional(fields?: Partial<ProfessionalInput>, groups?: readonly string[]): SandboxUser;
  /** Adds an API user, as the configuration of the platform does. `issueToken` gives it a token. */
  addApiUser(name: string, permissions?: readonly Permission[]): SandboxUser;
  /** Adds a label and returns its identifier. */
  addLabel(text: string): string;
  /** Adds a relation. `predicate` defaults to `attends`. */
  addRelation(client: string, professional: string, predicate?: Predicate): void;
  /** Returns a new token of a user. The documentation does not show how tokens are obtained. */
  issueToken(user: string): string;
  /**
   * Revokes a token: requests with it respond with 401 from now on.
   *
   * @throws TypeError if there is no such token, or it is already revoked
   */
  revokeToken(token: string): void;
  /**
   * Switches features of a client or friend on or off.
   *
   * @throws TypeError if the user cannot have them: professionals have no features, and friends no diary
   */
  setFeatures(user: string, features: Partial<Features>): void;
  /** Replaces the roles and permissions of a user. */
  setPermissions(user: string, permissions: readonly Permission[]): void;
  /** Activates or deactivates a user. Sends no mail, and accepts the state that the user already has. */
  setActive(user: string, active: boolean): void;
}

export function peopleControl(world: () => World, aliases: PathAliases): PeopleControl {
  const sandboxUser = (user: User) => describeUser(user, aliases);
  const inventPerson = (kind: string) => {
    const extra = world().memory.part('extraPeople', () => ({ count: 0 }));
    extra.count += 1;
    const { count } = extra;
    return { first_name: 'Extra', last_name: `Voorbeeld ${count}`, email: mailbox(`extra.${kind}`, String(count)) };
  };
  /** Values that no request could set would be refused when a program sends back what it has read. */
  const refuseInvalid = <Shape>(
    kind: Exclude<UserKind, 'apiUser'>,
    table: FieldTable<Shape>,
    sent: Parameters<typeof duplicates>[2],
  ) => {
    // A picture comes with its bytes here, and `null` stands for a value that is missing.
    const given = Object.entries(sent).filter(([name, value]) => name !== 'picture' && value !== null);
    const { problems } = readFields(table, Object.fromEntries(given), 'modify', world());
    const [problem] = [...problems, ...duplicates(world(), kind, sent)];
    if (problem !== undefined) throw new TypeError(`\`fields.${problem.name}\`: ${problem.message}`);
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
      refuseInvalid('client', clientFieldTable, sent);
      const client = addClient(world(), sent, null);
      Object.assign(client.features, features);
      return sandboxUser(client);
    },
    addFriend(fields = {}, features = {}) {
      const { email, last_name } = inventPerson('friend');
      const sent = { email, name: `Vriend ${last_name}`, ...fields };
      refuseInvalid('friend', friendFieldTable, sent);
      refuseDiary(features);
      const friend = addFriend(world(), sent);
      Object.assign(friend.features, features);
      return sandboxUser(friend);
    },
    addProfessional(fields = {}, groups = ['therapists']) {
      const sent = { ...inventPerson('professional'), active: true, ...fields };
      refuseInvalid('professional', professionalFieldTable, sent);
      const professional = addProfessional(world(), sent, null);
      professional.groups = groups;
      return sandboxUser(professional);
    },
    addApiUser(name, permissions = []) {
      return sandboxUser(addApiUser(world(), name, permissions));
    },
    addLabel: (text) => world().labels.create(text).identifier,
    addRelation(client, professional, predicate = 'attends') {
      const clientUser = findUser(world(), client, 'client');
      const professionalUser = findUser(world(), professional, 'professional');
      if (clientUser.kind !== 'client' || professionalUser.kind !== 'professional')
        throw new TypeError(
          `A relation is between a client and a professional, in this order, not a ${clientUser.kind} and a ${professionalUser.kind}`,
        );
      world().relations.create(clientUser, professionalUser, predicate);
    },
    issueToken: (user) => world().tokens.issue(findUser(world(), user)),
    revokeToken(token) {
      if (!world().tokens.revoke(token))
        throw new TypeError('The sandbox has no such token. `sandbox.tokens` and `issueToken` return valid ones');
    },
    setFeatures(user, features) {
      const found = findUser(world(), user, 'client', 'friend');
      if (found.kind !== 'client' && found.kind !== 'friend')
        throw new TypeError(`Only clients and friends have features: ${user} is a user of the kind ${found.kind}`);
      if (found.kind === 'friend') refuseDiary(features);
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

/** A friend with the feature would still get a 404 for each diary request. */
function refuseDiary({ diary = false }: Partial<Features>): void {
  if (diary) throw new TypeError('Friends have no diary: `features.diary` can only be false for a friend');
}

/**
 * Finds a user by key, by a URL or path that ends with the key, or by external id. A client and a professional can have
 * the same external id: `kinds` come first.
 */
export function findUser(world: World, user: string, ...kinds: readonly UserKind[]): User {
  const byId = () => {
    const candidates = world.users.all().filter((candidate) => externalId(candidate) === user);
    return candidates.find(({ kind }) => kinds.includes(kind)) ?? candidates[0];
  };
  const found = world.users.find(user.split('/').at(-1) ?? '') ?? byId();
  if (found === undefined)
    throw new Error(
      `The sandbox has no user ${startOf(user, 80)}. Pass a key, URL or external id of \`control.users()\``,
    );
  return found;
}

function describeUser(user: User, aliases: PathAliases): SandboxUser {
  const { key, kind, active } = user;
  return {
    key,
    kind,
    name: fullName(user),
    id: externalId(user),
    email: user.kind === 'apiUser' ? null : user.details.email,
    active,
    path: user.kind === 'apiUser' ? null : `/${withAliases(user.kind === 'professional' ? 'p' : 'c', aliases)}/${key}`,
  };
}

function externalId(user: User): string | null {
  return user.kind === 'client' || user.kind === 'professional' ? user.details.id : null;
}
