import { isCareError } from '../../errors.js';
import { inWorkerd } from '../../runtime/globals.js';
import { checkThrottleOptions } from './options.js';
import {
  checkThrottle,
  isSharedEntry,
  isThrottle,
  isThrottleShare,
  type SharedEntry,
  SharedThrottle,
  type ThrottleShare,
} from './shared-throttle.js';
import type { Throttle, ThrottleOptions } from './throttle.js';

export type { ThrottleShare } from './shared-throttle.js';

/** Receives what the user of a connection should know. `console` will do. */
export interface ThrottleLogger {
  warn(message: string): void;
}

// The limits count per address, so the ESM and the CommonJS copy of this package must find the same throttle.
const key = Symbol.for('care-platform.throttles');

/**
 * The throttle that all connections of this process to that origin share. If they ask for different limits the lowest
 * holds, and every raise is logged. In workerd each connection has its own.
 *
 * @throws InputError for options out of bounds, for `false` while another connection shares the limits of that origin,
 * and for a throttle of the caller's own that is not theirs
 */
export function shareThrottle(
  origin: string,
  options: ThrottleOptions | false | Throttle = {},
  logger?: ThrottleLogger,
): ThrottleShare {
  // Here and not in the entry: an older copy may have made it, which does not know every option.
  if (options !== false) isThrottle(options) ? checkThrottle(options) : checkThrottleOptions(options);
  // There a timer ends with the request that started it: a call that waited for another's would wait for ever.
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

/** Forgets all throttles of this process, also what they sent within the last second. For tests. */
export function resetThrottles(): void {
  entriesByOrigin().clear();
}

type Join = (entry: SharedEntry) => ThrottleShare;

/** `undefined` if there is no entry, or an object that does not act as one. The errors of an entry go to the caller. */
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
 * Requests count for the server until its bucket has drained: a program that connects, sends 29 requests, closes and
 * connects again must not send 29 more at once. An idle entry goes when the next one is asked for, so no timer is needed.
 */
function forgetIdle(entries: Map<string, unknown>): void {
  for (const [origin, entry] of entries) if (isIdle(entry)) entries.delete(origin);
}

/** An object that does not act as an entry is forgotten too. */
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
