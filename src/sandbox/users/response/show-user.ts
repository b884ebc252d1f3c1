import { showFields } from '../../fields/field-table.js';
import type { Call } from '../../http/call/call.js';
import type { Json } from '../../world/json.js';
import type { StoredFile } from '../../world/stored-file.js';
import { formatInstant, parseDay } from '../../world/time-text.js';
import { type Client, type Friend, fullName, type Professional } from '../../world/user.js';
import { clientFieldTable } from '../accounts/client-fields.js';
import { friendFieldTable } from '../accounts/friend-fields.js';
import { professionalFieldTable } from '../accounts/professional-fields.js';
import { clientLinks, friendLinks, professionalLinks } from './user-links.js';

/** List items have links only if the settings say so. */
export type ShownIn = 'resource' | 'list';

/** The reference to a stored file, `null` if there is none. */
export function showFile(call: Call, stored: StoredFile | null): Json {
  if (stored === null) return null;
  const { bytes, contentType, filename, key } = stored;
  return {
    '@type': 'link',
    url: call.urls.to('files/:fileId', { fileId: key }),
    size: bytes.byteLength,
    content_type: contentType,
    ...(filename === null ? {} : { filename }),
  };
}

/**
 * A reference to a friend has the type of a client reference, and the friend's own URL. The key `id` may be
 * `null`, but never be missing, so a disabled one is `null`.
 */
export function showReference(call: Call, user: Client | Friend | Professional): Json {
  const id = user.kind !== 'friend' && call.settings.fields[user.kind].id ? user.details.id : null;
  const kind = user.kind === 'professional' ? 'professional' : 'client';
  return { '@type': call.type(`user-reference/${kind}`), url: userUrl(call, user), id };
}

export function userUrl(call: Call, user: Client | Friend | Professional): string {
  return call.urls.to(user.kind === 'professional' ? 'p/:userId' : 'c/:userId', { userId: user.key });
}

export function showChanges(created: Date, modified: Date): Json {
  return { creation_time: formatInstant(created), modification_time: formatInstant(modified) };
}

export function showUser(call: Call, user: Client | Friend | Professional, where: ShownIn = 'resource'): Json {
  const linked = where === 'resource' || call.settings.listItemLinks;
  return {
    '@url': userUrl(call, user),
    '@type': call.type(user.kind),
    '@changes': showChanges(user.created, user.modified),
    ...showUserFields(call, user),
    ...(linked ? { '@links': userLinks(call, user) } : {}),
  };
}

function userLinks(call: Call, user: Client | Friend | Professional): Json {
  if (user.kind === 'client') return clientLinks(call, user);
  return user.kind === 'friend' ? friendLinks(call, user) : professionalLinks(call, user);
}

/** The fields that the viewer sees: without disabled ones, and without those that are hidden from the viewer. */
export function showUserFields(call: Call, user: Client | Friend | Professional): Record<string, Json> {
  const { settings, viewer } = call;
  const common = { active: user.active, picture: showFile(call, user.picture), name: fullName(user) };
  if (user.kind === 'friend') {
    // Hidden from API users, in lists too.
    const hidden = viewer === user ? [] : ['email', 'picture', 'name'];
    return showFields(friendFieldTable, settings, { ...user.details, ...common }, hidden);
  }
  const labels = user.labels.length > 0 ? user.labels : null;
  const values = { ...common, labels, external_source: user.externalSource };
  if (user.kind === 'professional') {
    return showFields(professionalFieldTable, settings, { ...user.details, ...values });
  }
  const enabled = settings.fields.client.date_of_birth;
  const born = enabled ? user.details.date_of_birth : null;
  const age = born === null ? null : ageOn(call.world.clock.now(), born);
  // Clients do not see labels, not even their own.
  const hidden = viewer.kind === 'client' ? ['labels'] : [];
  return showFields(clientFieldTable, settings, { ...user.details, ...values, age }, hidden);
}

/** Undocumented: whole years at the UTC date. */
export function ageOn(now: Date, dateOfBirth: string): number | null {
  const born = parseDay(dateOfBirth);
  if (born === undefined) return null;
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const month = now.getUTCMonth() - born.getUTCMonth();
  const birthdayPassed = month > 0 || (month === 0 && now.getUTCDate() >= born.getUTCDate());
  return birthdayPassed ? years : years - 1;
}
