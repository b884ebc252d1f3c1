import { InputError } from '../../errors.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import { allowCallAgain } from '../writes/call-again.js';
import { switchAccount } from './activation.js';
import { changesOf } from './field-changes.js';
import type { ListedUsers } from './listed-users.js';
import type { DeactivationOptions } from './sync-result.js';
import type { RowCheck } from './sync-rows.js';
import type { StoredUser } from './upsert-run.js';

/**
 * The active users to deactivate, once all rows were read.
 *
 * @throws InputError if they are too many, or if a row has no usable external id: it may be the row of any of them
 */
export function usersWithoutRow<User extends StoredUser>(
  users: ListedUsers<User>,
  rows: RowCheck,
  what: string,
  { max, filter = () => true }: DeactivationOptions<User>,
): User[] {
  const refuse = (name: string, message: string) =>
    InputError.of(`sync of ${what}s`, name, `${message} No ${what} was deactivated.`);
  if (rows.unusable > 0) throw refuse('rows', `${rows.unusable} rows have no usable external id.`);
  const mayLeave = (user: User) => {
    const answer: unknown = filter(user);
    // A promise would count as `true`, and everybody would be deactivated.
    if (typeof answer === 'boolean') return answer;
    throw refuse('deactivateWithoutRow.filter', 'Must return true or false.');
  };
  const leaving: User[] = [];
  let count = 0;
  for (const id of users.ids()) {
    const user = users.get(id);
    if (user === undefined || rows.has(id, user.data.email)) continue;
    // If there are too many, only their number is needed.
    if (user.data.active && mayLeave(user) && ++count <= max) leaving.push(user);
  }
  if (count <= max) return leaving;
  throw refuse('deactivateWithoutRow.max', `${count} active ${what}s have no row, more than ${max}.`);
}

export interface DeactivationSteps<User> {
  /** Names the sync in messages. */
  readonly method: 'syncClients' | 'syncProfessionals';
  deactivate(user: User, options: RequestOptions): Promise<User>;
}

export async function deactivateUser<User extends StoredUser>(
  session: Session,
  user: User,
  request: RequestOptions,
  dryRun: boolean | undefined,
  { method, deactivate }: DeactivationSteps<User>,
) {
  const options = session.begin(request);
  const write = () => switchAccount(user, false, () => deactivate(user, options), options);
  const resource = dryRun ? user : await allowCallAgain(method, write());
  const changes = changesOf(user, { active: false });
  return { outcome: 'deactivated', resource, before: user, changes, createdLabels: [], relations: undefined } as const;
}
