import { createThrottle, type Throttle, type ThrottleOptions } from './throttle.js';

/** Where the throttle says what a user should know. `console` will do. */
export interface ThrottleLogger {
  warn(message: string): void;
}

/** A connection's part in the throttle of its origin. */
export interface ThrottleShare {
  readonly throttle: Throttle;
  /** Ends the part: to be called once the connection is closed. Repeats do nothing. */
  leave(): void;
}

const throttles = new Map<string, Throttle>();

/** Gives the throttle that all connections of this process to `origin` share. */
export function shareThrottle(
  origin: string,
  options?: ThrottleOptions | false | Throttle,
  _logger?: ThrottleLogger,
): ThrottleShare {
  if (options && 'acquire' in options) return { throttle: options, leave() {} };
  const throttle = throttles.get(origin) ?? createThrottle(options || { requestsPerSecond: 1000, burst: 1000 });
  throttles.set(origin, throttle);
  return { throttle, leave() {} };
}

/** Forgets all throttles of this process. For tests. */
export function resetThrottles(): void {
  throttles.clear();
}
