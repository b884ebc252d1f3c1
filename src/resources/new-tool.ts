import * as z from 'zod/mini';
import { inputSchema } from '../hypermedia/input.js';
import type { UserReferenceInput } from '../values/user-reference.js';
import type { Professional } from './users/professional.js';
import { sentUser } from './users/sent-user.js';

/** A catalogue item to add to a client. */
export interface NewTool {
  /** `id` of a catalogue item. */
  readonly id: string;
  /** Allowed for API users only. */
  readonly therapist?: UserReferenceInput | Professional | undefined;
  /** Requires feedback moments if they apply. For API users only. The platform's default is not documented. */
  readonly require_feedback?: boolean | undefined;
  /** Sends the user a mail about the new tool. For API users only. The platform's default is not documented. */
  readonly notify?: boolean | undefined;
}

export const newTool = inputSchema<NewTool>({
  id: z.string(),
  therapist: z.optional(sentUser),
  require_feedback: z.optional(z.boolean()),
  notify: z.optional(z.boolean()),
});
