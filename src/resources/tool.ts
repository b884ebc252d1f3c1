import * as z from 'zod/mini';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import type { UserReferenceInput } from '../values/user-reference.js';
import type { Professional } from './professional.js';
import { checkOrigin, sentUser } from './sent-user.js';

/** Content that was added to a client. Only its `url` is documented. */
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

/** Content of the catalogue to add. */
export interface NewTool {
  /** `id` of a catalogue item. */
  readonly id: string;
  /** API users only. */
  readonly therapist?: UserReferenceInput | Professional | undefined;
  /** Feedback moments where they apply. API users only; what the platform does without it is not documented. */
  readonly require_feedback?: boolean | undefined;
  /** Mails the user about the new tool. API users only; what the platform does without it is not documented. */
  readonly notify?: boolean | undefined;
}

const newTool = inputSchema<NewTool>({
  id: z.string(),
  therapist: z.optional(sentUser),
  require_feedback: z.optional(z.boolean()),
  notify: z.optional(z.boolean()),
});
