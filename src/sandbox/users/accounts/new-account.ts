import type { Account } from '../../world/user.js';
import type { World } from '../../world/world.js';

/** The common attributes of a new account: a new key, and by default no permissions. */
export function newAccount(world: World, active: boolean, permissions: Account['permissions'] = new Set()): Account {
  const now = world.clock.now();
  return { key: world.ids.hex(10), active, created: now, modified: now, permissions };
}
