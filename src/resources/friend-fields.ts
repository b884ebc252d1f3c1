import * as z from 'zod/mini';
import { clearable, inputSchema } from '../hypermedia/input.js';
import { email } from '../values/email.js';
import { type InlineFile, inlineFileInput } from '../values/file.js';

/** What can be changed of a friend. */
export interface FriendFields {
  /** An inactive friend cannot log in. */
  readonly active?: boolean | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  /** From `inlineFile`. */
  readonly picture?: InlineFile | null | undefined;
  /** The whole name. */
  readonly name?: string | undefined;
}

export const friendFields = inputSchema<FriendFields>({
  active: z.optional(z.boolean()),
  email: z.optional(email),
  picture: clearable(inlineFileInput),
  name: z.optional(z.string()),
});
