import * as z from 'zod/mini';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import type { UserReferenceInput } from '../values/user-reference.js';
import type { Professional } from './users/professional.js';
import { checkOrigin, sentUser } from './users/sent-user.js';

/** Content that was added to a client. Only the `url` is documented. */
export class Tool extends Resource {
  static override readonly type = 'tool';
  /** @internal */
  static readonly readInstead: string = '`tasks()` of the user';

  /** @internal */
  static body(session: Session, tool: NewTool): JsonObject {
    const body = checkInput(newTool, tool, 'new tool');
    if (tool.therapist !== undefined) checkOrigin(session, tool.therapist, 'therapist');
    return body;
  }
}

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

const newTool = inputSchema<NewTool>({
  id: z.string(),
  therapist: z.optional(sentUser),
  require_feedback: z.optional(z.boolean()),
  notify: z.optional(z.boolean()),
});
