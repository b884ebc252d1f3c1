import type { JsonObject } from '../../hypermedia/document.js';
import type { Resource } from '../../hypermedia/resource.js';
import { isInlineFile } from '../../values/file.js';
import { isSameValue } from './same-value.js';

/**
 * What a look at the platform tells of a write whose answer was lost: it landed; it is not there; one that was there before
 * is in its place, so that ours was refused or will be; or nothing can tell.
 */
export type Verification<Result> = { readonly applied: Result } | 'absent' | 'another' | 'unknown';

/** Clocks of one platform may differ by some seconds: what is that much older than the call can be ours or not. */
const serverClockMargin = 5000;

/**
 * Whether a resource that was found is the one that was sent: not older than the call, and every field as sent. One that is
 * older was there before, so that ours was refused; one that differs may be ours and changed since.
 */
function verify<Found extends Resource<unknown>>(
  found: Found | undefined,
  sent: JsonObject,
  since: Date | undefined,
): Verification<Found> {
  if (found === undefined) return 'absent';
  const age = ageOf(found.createdAt, since);
  const same = isAsSent(found, sent);
  if (age === 'older' || (age === 'about as old' && !same)) return 'another';
  return age === 'younger' && same ? { applied: found } : 'unknown';
}

/** What is told of all that may be it; those that were there before are `another`, some of which cannot be compared. */
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
 * Whether an account was switched by the call: it is in the state that was asked for, and was changed since. Where it was in
 * that state before, somebody else may have changed it since.
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
  if (age === 'older') return 'another';
  return age === 'younger' && before.data.active !== active ? { applied: account } : 'unknown';
}

function ageOf(time: Date | undefined, since: Date | undefined): 'older' | 'about as old' | 'younger' | undefined {
  if (time === undefined || since === undefined) return undefined;
  // The platform keeps whole seconds.
  const before = Math.floor(since.getTime() / 1000) * 1000 - time.getTime();
  if (before <= 0) return 'younger';
  return before <= serverClockMargin ? 'about as old' : 'older';
}

export function isAsSent(found: Resource<unknown>, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const stored = found.attribute(name);
    // A field that the platform does not keep says nothing, and bytes come back as a reference.
    if (stored === undefined) return true;
    return isInlineFile(value) ? stored !== null : isSameValue(value, stored);
  });
}
