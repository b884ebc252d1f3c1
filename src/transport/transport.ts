import { clock } from '../async/clock.js';
import { ClosedError } from '../errors.js';
import type { ConnectionSettings } from './attempt.js';
import { Call, type Reading } from './call.js';
import { Lifetime, pause } from './lifetime.js';
import { openAnswer, readAnswer, readOrOpen } from './read-answer.js';
import type { Sender, TransportAnswer, TransportRequest, TransportStream } from './request.js';
import { RetryBudget } from './retry-budget.js';
import type { ThrottleStats } from './throttle.js';

/** How requests travel: token, throttle, attempts, failures. Knows nothing of what they ask for. */
export class Transport implements Sender {
  readonly #settings: ConnectionSettings;
  readonly #closing = new AbortController();
  readonly #budget = new RetryBudget();

  constructor(settings: Omit<ConnectionSettings, 'owner'>) {
    // Empty: a throttle of the caller's own, or of other code, could read whatever it holds, and change it.
    this.#settings = { ...settings, owner: Object.freeze({}) };
  }

  /** Sends a request and reads its answer to the end. */
  send(request: TransportRequest): Promise<TransportAnswer> {
    return this.#repeating(request, readAnswer);
  }

  /** Sends a request and hands over its body unread; its connection is held until the body ends. */
  open(request: TransportRequest): Promise<TransportStream> {
    return this.#repeating({ ...request, isFile: true }, openAnswer);
  }

  /** Sends a request, and reads its response if that is JSON, else hands over its body unread. */
  sendOrOpen(request: TransportRequest): Promise<TransportAnswer | TransportStream> {
    return this.#repeating({ ...request, orFile: true }, readOrOpen);
  }

  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const lifetime = new Lifetime(signal, this.#closing.signal, undefined);
    return pause(milliseconds, lifetime.signal).finally(() => lifetime.settle());
  }

  /** When a call that begins now must have ended; `undefined` where it has all the time there is. */
  until(deadline: number | undefined): number | undefined {
    const milliseconds = deadline ?? this.#settings.deadline;
    return milliseconds === undefined ? undefined : clock.now() + milliseconds;
  }

  /** Milliseconds left until then. */
  left(until = Number.POSITIVE_INFINITY): number {
    return until - clock.now();
  }

  /** Whether a call that failed may be repeated: counts it, too. */
  mayRepeat(): boolean {
    return this.#budget.spend();
  }

  stats(): ThrottleStats {
    return this.#settings.throttle.stats();
  }

  /** Rejects what waits and ends what runs, with a `ClosedError`. */
  close(): void {
    const reason = new ClosedError('The connection was closed with `close()`.');
    this.#closing.abort(reason);
    this.#settings.throttle.release(this.#settings.owner, reason);
  }

  #repeating<Result>(request: TransportRequest, read: Reading<Result>): Promise<Result> {
    const until = request.until ?? this.until(request.deadline);
    const calling = { settings: this.#settings, budget: this.#budget, closing: this.#closing.signal };
    return new Call(calling, { ...request, until }, read).result();
  }
}
