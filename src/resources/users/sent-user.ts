import * as z from 'zod/mini';
import { type InputSchema, isResource } from '../../hypermedia/input.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { Session } from '../../hypermedia/session.js';
import { type UserReferenceInput, userReferenceInput } from '../../values/user-reference.js';

type SentUser = UserReferenceInput | Resource<unknown>;

/** A user in a body: a reference, or the resource itself, which goes by its URL. */
export const sentUser = z.pipe(
  // A promise that was not awaited is refused as any other value is; what checks it would take it for its own.
  z.transform((user: SentUser) => (isResource(user) ? { url: user.url } : 'then' in Object(user) ? null : user)),
  userReferenceInput,
) as unknown as InputSchema<SentUser>;

/**
 * Refuses a user of another platform, as a resource of another connection is, with a `ForeignLinkError`.
 */
export function checkOrigin(session: Session, { url }: { readonly url?: string | undefined }, what: string): void {
  if (url !== undefined) session.target(url, undefined, what);
}
