import type { Problem } from '../../world/failure.js';
import type { User } from '../../world/user.js';
import type { World } from '../../world/world.js';

// The documentation gives no texts for duplicates.
const emailInUse = 'Email address is already in use.';
const idInUse = 'Identifier is already in use.';
const bsnInUse = 'BSN is already in use.';

interface UniqueValues {
  email?: string;
  id?: string | null;
  bsn?: string | null;
}

/** `except` is the user that is changed. Its own values do not count. */
export function duplicates(
  world: World,
  kind: 'client' | 'friend' | 'professional',
  { email, id, bsn }: UniqueValues,
  except?: User,
): Problem[] {
  const { users } = world;
  const problems: Problem[] = [];
  if (email !== undefined && users.emailTaken(email, except)) problems.push({ name: 'email', message: emailInUse });
  if (typeof id === 'string') {
    const owner = kind === 'professional' ? users.professionalById(id) : users.clientById(id);
    if (owner !== undefined && owner !== except) problems.push({ name: 'id', message: idInUse });
  }
  if (typeof bsn === 'string' && users.bsnTaken(bsn, except)) problems.push({ name: 'bsn', message: bsnInUse });
  return problems;
}
