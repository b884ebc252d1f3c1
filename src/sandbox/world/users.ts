import type { Memory } from './memory.js';
import type { Client, Friend, Professional, User } from './user.js';

/** All accounts of the platform, in creation order. */
export class Users {
  readonly #users: Map<string, User>;

  constructor(memory: Memory) {
    this.#users = memory.part('users', () => new Map());
  }

  add<Kind extends User>(user: Kind): Kind {
    this.#users.set(user.key, user);
    return user;
  }

  remove(user: User): void {
    this.#users.delete(user.key);
  }

  find(key: string): User | undefined {
    return this.#users.get(key);
  }

  all(): User[] {
    return [...this.#users.values()];
  }

  /** The users below `/c`. */
  clientsAndFriends(): (Client | Friend)[] {
    return this.all().filter((user) => user.kind === 'client' || user.kind === 'friend');
  }

  clients(): Client[] {
    return this.all().filter((user) => user.kind === 'client');
  }

  professionals(): Professional[] {
    return this.all().filter((user) => user.kind === 'professional');
  }

  clientOrFriend(key: string): Client | Friend | undefined {
    const user = this.find(key);
    return user?.kind === 'client' || user?.kind === 'friend' ? user : undefined;
  }

  client(key: string): Client | undefined {
    const user = this.find(key);
    return user?.kind === 'client' ? user : undefined;
  }

  professional(key: string): Professional | undefined {
    const user = this.find(key);
    return user?.kind === 'professional' ? user : undefined;
  }

  /** External ids are unique per kind, not over both kinds. */
  clientById(id: string): Client | undefined {
    return this.clients().find((client) => client.details.id === id);
  }

  professionalById(id: string): Professional | undefined {
    return this.professionals().find((professional) => professional.details.id === id);
  }

  /** The email is the login name, so it is unique over all kinds. */
  emailTaken(email: string, except?: User): boolean {
    return this.all().some((user) => user !== except && user.kind !== 'apiUser' && user.details.email === email);
  }

  bsnTaken(bsn: string, except?: User): boolean {
    return this.clients().some((client) => client !== except && client.details.bsn === bsn);
  }
}
