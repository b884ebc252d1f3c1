import * as z from 'zod/mini';
import { type InputSchema, isResource } from '../../hypermedia/input.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { Session } from '../../hypermedia/session.js';
import { type UserReferenceInput, userReferenceInput } from '../../values/user-reference.js';
import { checkKind } from './user-address.js';

type SentUser = UserReferenceInput | Resource<unknown>;

/** A user in a body: a reference, or the resource itself, of which the URL is sent. */
export const sentUser = z.pipe(
  // Refuses a promise that was not awaited: the check itself would await it.
  z.transform((user: SentUser) => (isResource(user) ? { url: user.url } : 'then' in Object(user) ? null : user)),
  userReferenceInput,
) as unknown as InputSchema<SentUser>;

/**
 * Refuses a user of another kind: a professional may have the external id of a client. Refuses a user of another platform with a
 * `ForeignLinkError`, since the resource can be of another connection.
 *
 * @param what names the user in messages; default: its kind
 */
export function checkSentUser(
  session: Session,
  user: SentUser,
  kind: 'client' | 'professional',
  what: string = kind,
): void {
  const { '@type': type = '' } = (isResource(user) ? { '@type': user.type } : user) as { readonly '@type'?: string };
  checkKind(type, kind);
  if (user.url !== undefined) session.resolve(user.url, undefined, what);
}
