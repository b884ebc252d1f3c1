import * as z from 'zod/mini';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';

/** Which mail goes with a client's activation. */
export interface ActivationEmail {
  /**
   * `welcome`: the mail that a new client gets. `activation`: one that only tells of the activation. `no`: none.
   * Without it a deactivation is told by mail; what an activation does is not documented.
   */
  readonly sendEmail?: 'no' | 'welcome' | 'activation';
}

const emailSchema = inputSchema<ActivationEmail>({ sendEmail: z.optional(z.enum(['no', 'welcome', 'activation'])) });

export function activationBody(active: boolean, email: ActivationEmail): JsonObject {
  const { sendEmail } = checkInput(emailSchema, email, 'activation');
  return { active, ...(sendEmail !== undefined && { send_email: sendEmail }) };
}
