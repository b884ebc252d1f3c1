import { isCareError } from '../errors.js';
import { inWorkerd } from '../runtime/globals.js';
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
import { checkThrottleOptions } from './throttle-options.js';

export type { ThrottleShare } from './shared-throttle.js';

/** Where the throttle says what the user of a connection should know. `console` will do. */
export interface ThrottleLogger {
  warn(message: string): void;
}

// The limits count per address, so the ESM and the CommonJS copy of this package must find the same throttle.
const key = Symbol.for('care-platform.throttles');

/**
 * The throttle that all connections of this process to that origin share. Where they ask for different limits the lowest
 * holds, and the logger is told of every raise. In workerd each connection has its own.
 *
 * @throws InputError for options out of bounds, for `false` while another connection shares the limits of that origin,
 * and for a throttle of one's own that is not the one those have
 */
export function shareThrottle(
  origin: string,
  options: ThrottleOptions | false | Throttle = {},
  logger?: ThrottleLogger,
): ThrottleShare {
  // Here and not in the entry: that may be an older copy's, which does not know every option.
  if (options !== false) isThrottle(options) ? checkThrottle(options) : checkThrottleOptions(options);
  // There a timer belongs to the request that started it and ends with it: who waited for another's would wait for ever.
  const entries = inWorkerd() ? new Map<string, unknown>() : sharedEntries();
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
  sharedEntries().clear();
}

type Join = (entry: SharedEntry) => ThrottleShare;

/** `undefined` if there is no entry, or one that does not act as an entry. Its refusals are those of this package. */
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
 * What was sent counts for the server until its bucket has drained, whoever sent it: a program that connects, sends 29
 * requests, closes and connects again must not send 29 more at once. Such an entry goes when the next one is asked for,
 * so no timer is needed.
 */
function forgetIdle(entries: Map<string, unknown>): void {
  for (const [origin, entry] of entries) if (isIdle(entry)) entries.delete(origin);
}

/** Whatever does not act as an entry is forgotten too. */
function isIdle(entry: unknown): boolean {
  try {
    return !isSharedEntry(entry) || entry.isIdle();
  } catch {
    return true;
  }
}

function sharedEntries(): Map<string, unknown> {
  const holder = globalThis as { [key]?: unknown };
  const present = holder[key];
  if (present instanceof Map) return present;
  const entries = new Map<string, unknown>();
  holder[key] = entries;
  return entries;
}
