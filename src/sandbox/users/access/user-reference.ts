import type { Call } from '../../http/call/call.js';
import { inputMissing, notAString, unknownValue } from '../../world/failure.js';
import { isJsonObject } from '../../world/json.js';
import type { Client, Professional } from '../../world/user.js';

/**
 * `unknown`: a valid reference without a user. `problem`: no valid reference. The documentation gives them different
 * responses.
 */
export type ReferenceReading<U> =
  | { readonly user: U }
  | { readonly unknown: 'id' | 'url' }
  | { readonly problem: { readonly name: 'id' | 'url' | '@type'; readonly message: string } };

// The documentation gives no text for this.
const exactlyOne = 'Exactly one of url and id must be sent.';

/** The attributes of a reference to a user. */
export const referenceMembers: readonly string[] = ['@type', 'id', 'url'];

const pathsByKind = { client: 'c/:userId', professional: 'p/:userId' } as const;

/** Exactly one of `url` and `id` is required. `@type` is optional, but must be right if it is sent. */
export function readReference(call: Call, value: unknown, kind: 'client'): ReferenceReading<Client>;
export function readReference(call: Call, value: unknown, kind: 'professional'): ReferenceReading<Professional>;
export function readReference(
  call: Call,
  value: unknown,
  kind: 'client' | 'professional',
): ReferenceReading<Client | Professional> {
  const { url = null, id = null, '@type': type = null } = isJsonObject(value) ? value : {};
  if (type !== null && type !== call.type(`user-reference/${kind}`)) {
    return { problem: { name: '@type', message: unknownValue } };
  }
  if (url === null && id === null) return { problem: { name: 'id', message: inputMissing } };
  if (url !== null && id !== null) return { problem: { name: 'url', message: exactlyOne } };
  const { users } = call.world;
  const sent = url ?? id;
  if (typeof sent !== 'string') return { problem: { name: url === null ? 'id' : 'url', message: notAString } };
  if (url !== null) {
    const key = call.urls.match(sent, pathsByKind[kind])?.userId;
    const user = kind === 'client' ? users.client(key ?? '') : users.professional(key ?? '');
    return user === undefined ? { unknown: 'url' } : { user };
  }
  const user = kind === 'client' ? users.clientById(sent) : users.professionalById(sent);
  return user === undefined ? { unknown: 'id' } : { user };
}
