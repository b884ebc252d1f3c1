import { checkInput } from '../hypermedia/input.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import type { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import type { UserReferenceInput } from '../values/user-reference.js';
import { operations } from './operations.js';
import { checkOrigin, sentUser } from './sent-user.js';

/**
 * @param url of the client that remains
 * @param duplicate who is merged into it
 */
export async function merge(
  session: Session,
  url: URL,
  duplicate: Resource<unknown> | UserReferenceInput,
  options: RequestOptions,
): Promise<void> {
  const body = checkInput(sentUser, duplicate, 'client to merge in');
  checkOrigin(session, duplicate, 'client to merge in');
  const call = {
    ...session.begin(options),
    method: 'POST',
    target: 'merge of client',
    operation: operations.mergeClients,
  } as const;
  await session.send(url, { ...call, body });
}
