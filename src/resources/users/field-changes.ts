import type { JsonObject } from '../../hypermedia/document.js';

/** A field before and after. */
export interface FieldChange {
  /** As it was read; `undefined` if there was no user to read, or the platform does not show the field. */
  readonly from: unknown;
  /** As it was sent, so a picture is the file itself. */
  readonly to: unknown;
}

/** What was sent, by field. Attributes sent with `extra` are in it too. */
export type FieldChanges<User extends { readonly data: object }> = {
  readonly [Name in keyof User['data']]?: FieldChange;
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
