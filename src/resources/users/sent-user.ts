import * as z from 'zod/mini';
import { type InputSchema, isResource } from '../../hypermedia/input.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { Session } from '../../hypermedia/session.js';
import { type UserReferenceInput, userReferenceInput } from '../../values/user-reference.js';

type SentUser = UserReferenceInput | Resource<unknown>;

/** A user in a body: a reference, or the resource itself, of which the URL is sent. */
export const sentUser = z.pipe(
  // Refuses a promise that was not awaited: the check itself would await it.
  z.transform((user: SentUser) => (isResource(user) ? { url: user.url } : 'then' in Object(user) ? null : user)),
  userReferenceInput,
) as unknown as InputSchema<SentUser>;

/** Refuses a user of another platform with a `ForeignLinkError`. A resource of another connection can be such a user. */
export function checkOrigin(session: Session, { url }: { readonly url?: string | undefined }, what: string): void {
  if (url !== undefined) session.resolve(url, undefined, what);
}
