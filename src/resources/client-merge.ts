import type { JsonObject } from '../hypermedia/document.js';
import { checkInput } from '../hypermedia/input.js';
import type { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';
import type { UserReferenceInput } from '../values/user-reference.js';
import { checkOrigin, sentUser } from './sent-user.js';

/** @param duplicate who is merged into another */
export function mergeBody(session: Session, duplicate: Resource<unknown> | UserReferenceInput): JsonObject {
  const body = checkInput(sentUser, duplicate, 'client to merge in');
  checkOrigin(session, duplicate, 'client to merge in');
  return body;
}
