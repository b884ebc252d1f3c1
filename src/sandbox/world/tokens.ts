import type { IdSource } from './id-source.js';
import type { User } from './user.js';

/** AUT-2, AUT-3: a token stands for one user, for as long as it is not revoked. */
export class Tokens {
  readonly #users = new Map<string, User>();
  readonly #ids: IdSource;

  constructor(ids: IdSource) {
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

  /** CL-5 (ours): an account that is not active cannot log in, so its token is as good as none. */
  userOf(token: string): User | undefined {
    const user = this.#users.get(token);
    return user?.active ? user : undefined;
  }
}
