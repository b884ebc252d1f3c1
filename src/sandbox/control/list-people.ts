import type { SandboxTokens } from '../seed/seed-users.js';
import type { World } from '../world/world.js';
import { type SandboxUser, sandboxUser } from './people-control.js';

interface PersonWithTokens extends SandboxUser {
  /** Tokens that were not revoked, with their name in `sandbox.tokens`. Inactive people cannot use theirs. */
  readonly tokens: readonly { readonly token: string; readonly role: string | null }[];
}

/** All users with their tokens, in creation order. */
export function listPeople(world: World, tokens: SandboxTokens): PersonWithTokens[] {
  const roles = new Map<string, string>(Object.entries(tokens).map(([role, token]) => [token, role]));
  const issued = world.tokens.all();
  return world.users.all().map((user) => {
    const owned = issued.filter((token) => token.user === user);
    return { ...sandboxUser(user), tokens: owned.map(({ token }) => ({ token, role: roles.get(token) ?? null })) };
  });
}
