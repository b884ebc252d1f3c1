import type { JsonObject } from '../hypermedia/document.js';
import { checkInput } from '../hypermedia/input.js';
import { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import { type NewTool, newTool } from './new-tool.js';
import { checkSentUser } from './users/sent-user.js';

export type { NewTool } from './new-tool.js';

/** Content that was added to a client. Only the `url` is documented. */
export class Tool extends Resource<JsonObject> {
  static override readonly type = 'tool';
  /** @internal */
  static readonly readInstead: string = '`tasks()` of the user';

  /** @internal */
  static body(session: Session, tool: NewTool): JsonObject {
    const body = checkInput(newTool, tool, 'new tool');
    if (tool.therapist !== undefined) checkSentUser(session, tool.therapist, 'professional', 'therapist');
    return body;
  }
}
