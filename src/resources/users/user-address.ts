import { InputError } from '../../errors.js';
import { isResource } from '../../hypermedia/input.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { UserReference, UserReferenceInput } from '../../values/user-reference.js';

/** Which user: by canonical URL, by external id, by a reference as it was read, or the resource itself. */
export type UserAddress<User> = UserReferenceInput | UserReference | User;

/**
 * The path segment of an external id or identifier, which may hold any character. Dots alone would climb up the path, and an empty one
 * would address the whole list.
 */
export function idSegment(id: unknown, what: string, name = 'id'): string {
  if (typeof id !== 'string') throw InputError.of(what, name, 'Must be transferred as string.');
  if (/^\.{0,2}$/.test(id)) throw InputError.of(what, name, "Must not be '', '.' or '..', which a URL cannot hold.");
  if (/\p{Surrogate}/u.test(id)) throw InputError.of(what, name, 'Must be well-formed text.');
  return encodeURIComponent(id);
}

const userKind = /\/(client|friend|professional)$/;

/** The URL of whom a caller means, or the external id where that is all there is. */
export function parseAddress(address: UserAddress<Resource<unknown>>, what: string): { url: string } | { id: string } {
  const given = isResource(address) ? { '@type': address.type, url: address.url } : address;
  const {
    '@type': type = '',
    url,
    id,
  }: { [Name in keyof UserReference]?: UserReference[Name] | undefined } = given ?? {};
  const [, kind = what] = userKind.exec(type) ?? [];
  // References to friends say that they are to clients.
  if (kind !== what && !(what === 'friend' && kind === 'client')) {
    throw InputError.of(what, '@type', `Must be a ${what}, but is a ${kind}.`);
  }
  if (typeof url === 'string' && (id === undefined || type !== '')) return { url };
  if (url === undefined && typeof id === 'string') return { id };
  throw InputError.of(what, 'url', 'Exactly one of url and id must be given, as string.');
}
