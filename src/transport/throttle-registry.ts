import { inWorkerd } from './runtime.js';
import { isThrottle, type SharedEntry, SharedThrottle, type ThrottleShare } from './shared-throttle.js';
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
  if (options !== false && !isThrottle(options)) checkThrottleOptions(options);
  // There a timer belongs to the request that started it and ends with it: who waited for another's would wait for ever.
  const entries = inWorkerd() ? new Map<string, SharedEntry>() : sharedEntries();
  forgetIdle(entries);
  const entry = entries.get(origin) ?? new SharedThrottle(origin);
  const share = entry.join(options, (message) => logger?.warn(message));
  entries.set(origin, entry);
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

/**
 * What was sent counts for the server until its bucket has drained, whoever sent it: a program that connects, sends 29
 * requests, closes and connects again must not send 29 more at once. Such an entry goes when the next one is asked for,
 * so no timer is needed.
 */
function forgetIdle(entries: Map<string, SharedEntry>): void {
  for (const [origin, entry] of entries) if (entry.isIdle()) entries.delete(origin);
}

function sharedEntries(): Map<string, SharedEntry> {
  const holder = globalThis as { [key]?: Map<string, SharedEntry> };
  holder[key] ??= new Map();
  return holder[key];
}
