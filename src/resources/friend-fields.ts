import * as z from 'zod/mini';
import { clearable, inputSchema } from '../hypermedia/input.js';
import { email } from '../values/email.js';
import { type InlineFile, inlineFileInput } from '../values/file.js';

export interface FriendFields {
  readonly active?: boolean | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  readonly picture?: InlineFile | null | undefined;
  readonly name?: string | undefined;
}

export const friendFields = inputSchema<FriendFields>({
  active: z.optional(z.boolean()),
  email: z.optional(email),
  picture: clearable(inlineFileInput),
  name: z.optional(z.string()),
});
