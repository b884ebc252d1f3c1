import type { FieldTable } from '../fields/field-table.js';
import { inlineFile } from '../fields/inline-file.js';
import { boolean, email, string } from '../fields/value-type.js';
import type { InlineFile } from '../world/stored-file.js';
import type { FriendDetails } from '../world/user.js';

/** A friend to seed. */
export interface FriendInput extends FriendDetails {
  /** Who is not cannot log in. */
  active: boolean;
  /** Its bytes. */
  picture: InlineFile | null;
}

/** FR-2 to FR-5, in the order of the document. */
export const friendFields: FieldTable<FriendInput> = [
  { name: 'active', type: boolean(), required: true },
  { name: 'email', type: email(), required: true },
  { name: 'picture', type: inlineFile(), enabled: (settings) => settings.fields.friend.picture },
  { name: 'name', type: string(), required: true },
];
