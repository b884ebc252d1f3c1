import type { JsonObject } from '../../hypermedia/document.js';

/** Values of a field before and after a write. */
export interface FieldChange {
  /** The value that was read; `undefined` if there was no user, or the platform does not show the field. */
  readonly from: unknown;
  /** The value that was sent. For a picture, this is the file itself. */
  readonly to: unknown;
}

/** Sent values, by field. They include attributes sent with `extra`, and the wanted `relations` if they differed. */
export type FieldChanges<User extends { readonly data: object }> = {
  readonly [Name in keyof User['data'] | 'relations']?: FieldChange;
};

/** @param user as it was read; `undefined` if it is created */
export function changesOf<User extends { readonly data: object }>(
  user: User | undefined,
  sent: JsonObject,
): FieldChanges<User> {
  const stored: JsonObject = { ...user?.data };
  const changes = Object.entries(sent).map(([name, to]): [string, FieldChange] => {
    return [name, { from: Object.hasOwn(stored, name) ? stored[name] : undefined, to }];
  });
  return Object.fromEntries(changes) as FieldChanges<User>;
}
