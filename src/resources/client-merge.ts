import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, type InputSchema } from '../hypermedia/input.js';
import type { Resource } from '../hypermedia/resource.js';
import { type UserReferenceInput, userReferenceInput } from '../values/user-reference.js';
import { referenceTo } from './user-address.js';

const referenceSchema = userReferenceInput as unknown as InputSchema<UserReferenceInput>;

/** @param duplicate who is merged into another */
export function mergeBody(duplicate: Resource<unknown> | UserReferenceInput): JsonObject {
  return checkInput(referenceSchema, referenceTo(duplicate), 'client to merge in');
}
