import type { SandboxTokens } from '../seed/seed-users.js';
import type { World } from '../world/world.js';
import type { SandboxUser } from './people-control.js';

interface PersonWithTokens extends SandboxUser {
  /** Tokens that were not revoked, with their name in `sandbox.tokens`. Inactive people cannot use theirs. */
  readonly tokens: readonly { readonly token: string; readonly role: string | null }[];
}

/** Users with their tokens, in the same order. */
export function listPeople(people: readonly SandboxUser[], world: World, tokens: SandboxTokens): PersonWithTokens[] {
  const roles = new Map<string, string>(Object.entries(tokens).map(([role, token]) => [token, role]));
  const issued = world.tokens.all();
  return people.map((person) => {
    const owned = issued.filter((token) => token.user.key === person.key);
    return { ...person, tokens: owned.map(({ token }) => ({ token, role: roles.get(token) ?? null })) };
  });
}
