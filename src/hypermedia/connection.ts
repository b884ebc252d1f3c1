import type { ThrottleStats } from '../transport/throttle.js';

/** What the application root does for its whole connection. */
export interface Connection {
  stats(): ThrottleStats;
  /** How often a call may be repeated. */
  readonly repeats: number;
  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** When a call that begins now must have ended; `undefined` where it has all the time there is. */
  until(deadline: number | undefined): number | undefined;
  /** Milliseconds left until then. */
  left(until: number | undefined): number;
  /** Whether the connection may still repeat what fails; asking counts as one repeat. */
  mayRepeat(): boolean;
  /** Tells the logger. Fixed words only. */
  say(level: 'warn' | 'error', message: string): void;
  close(): void;
}
