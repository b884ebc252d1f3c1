import type { JsonObject } from '../../hypermedia/document.js';
import type { Resource } from '../../hypermedia/resource.js';
import { isInlineFile } from '../../values/file.js';
import { isSameValue } from './same-value.js';

/**
 * Result of reading back a write whose response was lost. `applied`: the write was applied. `absent`: nothing was found.
 * `another`: an older item has its values, so the write was or will be refused. `unknown`: it cannot be decided.
 */
export type Verification<Result> = { readonly applied: Result } | 'absent' | 'another' | 'unknown';

/** Clocks of one platform may differ by some seconds. An item that is older by less than this may be ours. */
const serverClockMargin = 5000;

/**
 * Whether a resource is the one that was sent: not older than the call, and every field as sent. An older one existed before,
 * so ours was refused. A different one may be ours, but changed since.
 */
function verify<Found extends Resource<unknown>>(
  found: Found,
  sent: JsonObject,
  since: Date | undefined,
): Verification<Found> {
  const age = ageOf(found.createdAt, since);
  const same = isAsSent(found, sent);
  if (age > (same ? serverClockMargin : 0)) return 'another';
  return age <= 0 && same ? { applied: found } : 'unknown';
}

/** Verifies all candidates. `another` stands for an older item that cannot be compared. */
export async function verifyAmong<Found extends Resource<unknown>>(
  candidates: AsyncIterable<Found | 'another'>,
  sent: JsonObject,
  since: Date | undefined,
): Promise<Verification<Found>> {
  let nearest: Verification<Found> = 'absent';
  for await (const candidate of candidates) {
    const found = candidate === 'another' ? candidate : verify(candidate, sent, since);
    if (typeof found === 'object') return found;
    if (nearest !== 'unknown') nearest = found;
  }
  return nearest;
}

/**
 * Whether the call switched an account: it is in the requested state, and was changed since. If it was in that state before,
 * another caller may have changed it since.
 *
 * @param before the account as it was read last
 */
export function verifySwitch<Account extends Resource<{ readonly active: boolean }>>(
  account: Account,
  before: Account,
  active: boolean,
  since: Date | undefined,
): Verification<Account> {
  if (account.data.active !== active) return 'absent';
  const age = ageOf(account.modifiedAt, since);
  if (age > serverClockMargin) return 'another';
  return age <= 0 && before.data.active !== active ? { applied: account } : 'unknown';
}

/** Milliseconds by which it is older than the call. `NaN`, which is neither more nor less, if a time is unknown. */
function ageOf(time: Date | undefined, since: Date | undefined): number {
  // The platform keeps whole seconds.
  return Math.floor(Number(since) / 1000) * 1000 - Number(time);
}

export function isAsSent(found: Resource<unknown>, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const stored = found.attribute(name);
    // A field that the platform does not store proves nothing. Bytes come back as a reference.
    if (stored === undefined) return true;
    return isInlineFile(value) ? stored !== null : isSameValue(value, stored);
  });
}
