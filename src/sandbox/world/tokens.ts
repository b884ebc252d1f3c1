import type { IdSource } from './id-source.js';
import type { Memory } from './memory.js';
import type { User } from './user.js';

/** A token belongs to one user until it is revoked. */
export class Tokens {
  readonly #users: Map<string, User>;
  readonly #ids: IdSource;

  constructor(ids: IdSource, memory: Memory) {
    this.#users = memory.part('tokens', () => new Map());
    this.#ids = ids;
  }

  issue(user: User): string {
    const token = `sandbox-${this.#ids.hex(32)}`;
    this.#users.set(token, user);
    return token;
  }

  revoke(token: string): boolean {
    return this.#users.delete(token);
  }

  revokeAllOf(user: User): void {
    for (const [token, owner] of this.#users) if (owner === user) this.#users.delete(token);
  }

  /** Valid and invalid ones, in the order in which they were issued. */
  all(): { readonly token: string; readonly user: User }[] {
    return [...this.#users].map(([token, user]) => ({ token, user }));
  }

  /** Undocumented: an inactive account cannot log in, so its token is not valid. */
  userOf(token: string): User | undefined {
    const user = this.#users.get(token);
    return user?.active ? user : undefined;
  }
}
