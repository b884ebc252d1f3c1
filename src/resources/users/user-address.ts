import { InputError } from '../../errors.js';
import { isResource } from '../../hypermedia/input.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { UserReference, UserReferenceInput } from '../../values/user-reference.js';

/** Identifies a user: a URL, an external id, a reference that was read, or the resource itself. */
export type UserAddress<User> = UserReferenceInput | UserReference | User;

/**
 * The path segment of an external id or identifier, which can contain any character. Dots alone would lead to a parent path,
 * and an empty id to the whole list.
 */
export function idSegment(id: unknown, what: string, name = 'id'): string {
  if (typeof id !== 'string') throw InputError.of(what, name, 'Must be transferred as string.');
  if (id === '') throw InputError.of(what, name, 'Required input is missing.', 'required');
  if (/^\.{1,2}$|\p{Surrogate}/u.test(id))
    throw InputError.of(what, name, "Must be well-formed text, and not '.' or '..'.");
  return encodeURIComponent(id);
}

const userKind = /\/(client|friend|professional)$/;

/** The URL of the addressed user, or its external id if no URL is given. */
export function parseAddress(
  address: UserAddress<Resource<unknown>>,
  what: string,
  idName = 'id',
): { url: string } | { id: string } {
  const given = isResource(address) ? { '@type': address.type, url: address.url } : address;
  const {
    '@type': type = '',
    url,
    id,
  }: { [Name in keyof UserReference]?: UserReference[Name] | undefined } = given ?? {};
  checkKind(type, what);
  if (typeof url === 'string' && (id === undefined || type !== '')) return { url };
  if (url === undefined && typeof id === 'string') return { id };
  throw InputError.of(what, 'url', `Exactly one of url and ${idName} must be given, as string.`);
}

/** Refuses the `@type` of a resource or reference if it is of another kind. */
export function checkKind(type: string, what: string): void {
  const [, kind = what] = userKind.exec(type) ?? [];
  // References to friends have the type of references to clients.
  if (kind === what || (what === 'friend' && kind === 'client')) return;
  throw InputError.of(what, '@type', `Must be a ${what}, but is a ${kind}.`);
}
