import { isCareError } from '../../errors.js';
import { inWorkerd } from '../../runtime/globals.js';
import {
  isSharedEntry,
  isThrottleShare,
  type SharedEntry,
  SharedThrottle,
  type ThrottleShare,
} from './shared-throttle.js';
import type { Throttle, ThrottleOptions } from './throttle.js';

export type { ThrottleShare } from './shared-throttle.js';

/** Receives warnings for the user of a connection. `console` can be used. */
export interface ThrottleLogger {
  warn(message: string): void;
}

// The limits count per IP address, so the ESM and the CommonJS copy of this package must find the same throttle.
const key = Symbol.for('care-platform.throttles');

/**
 * The throttle that all connections of this process to that origin share. If they request different limits, the lowest
 * applies, and every later raise is logged. In workerd each connection has its own throttle.
 *
 * @param options checked: see `takeRareOptions`
 * @throws InputError for a throttle that the other connections to that origin do not use, such as that of `throttle: false`
 */
export function shareThrottle(
  origin: string,
  options: ThrottleOptions | Throttle = {},
  logger?: ThrottleLogger,
): ThrottleShare {
  // In workerd a timer ends with the request that started it. A call that depended on the timer of another would never end.
  const entries = inWorkerd() ? new Map<string, unknown>() : entriesByOrigin();
  forgetIdle(entries);
  const join = (entry: SharedEntry) => entry.join(options, (message) => logger?.warn(message));
  const share = joinPresent(entries.get(origin), join) ?? joinNew(entries, origin, join);
  return {
    throttle: share.throttle,
    leave() {
      share.leave();
      forgetIdle(entries);
    },
  };
}

/** Forgets all throttles of this process, including the requests of the last second. For tests. */
export function resetThrottles(): void {
  entriesByOrigin().clear();
}

type Join = (entry: SharedEntry) => ThrottleShare;

/** `undefined` if there is no entry, or an object that does not behave as one. Errors of an entry go to the caller. */
function joinPresent(entry: unknown, join: Join): ThrottleShare | undefined {
  if (!isSharedEntry(entry)) return undefined;
  try {
    const share = join(entry);
    return isThrottleShare(share) ? share : undefined;
  } catch (failure) {
    if (isCareError(failure)) throw failure;
    return undefined;
  }
}

function joinNew(entries: Map<string, unknown>, origin: string, join: Join): ThrottleShare {
  const entry = new SharedThrottle(origin);
  const share = join(entry);
  entries.set(origin, entry);
  return share;
}

/**
 * Requests count for the server until its bucket has drained. A program that connects, sends 29 requests, closes and
 * connects again must not send 29 more at once. Idle entries are removed when one is requested, which needs no timer.
 */
function forgetIdle(entries: Map<string, unknown>): void {
  for (const [origin, entry] of entries) if (isIdle(entry)) entries.delete(origin);
}

/** An object that does not behave as an entry is removed too. */
function isIdle(entry: unknown): boolean {
  try {
    return !isSharedEntry(entry) || entry.isIdle();
  } catch {
    return true;
  }
}

function entriesByOrigin(): Map<string, unknown> {
  const holder = globalThis as { [key]?: unknown };
  const present = holder[key];
  if (present instanceof Map) return present;
  const entries = new Map<string, unknown>();
  holder[key] = entries;
  return entries;
}
