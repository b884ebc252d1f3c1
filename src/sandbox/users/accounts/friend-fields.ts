import type { FieldTable } from '../../fields/field-table.js';
import { inlineFile } from '../../fields/inline-file.js';
import { boolean, email, string } from '../../fields/value-type.js';
import type { InlineFile } from '../../world/stored-file.js';
import type { FriendDetails } from '../../world/user.js';

/** The fields of a friend to add. */
export interface FriendInput extends FriendDetails {
  /** Inactive users cannot log in. */
  active: boolean;
  /** The picture, with its bytes. */
  picture: InlineFile | null;
}

/** The fields in the documented order. */
export const friendFieldTable: FieldTable<FriendInput> = [
  { name: 'active', type: boolean(), required: true },
  { name: 'email', type: email(), required: true },
  { name: 'picture', type: inlineFile(), enabled: (settings) => settings.fields.friend.picture },
  { name: 'name', type: string(), required: true },
];
