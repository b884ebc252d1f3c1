import { pause } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { addNote } from '../errors/note.js';
import { ApiError, isCareError } from '../errors.js';
import { hidesReasons, isOffline } from '../runtime/globals.js';
import { describe, endingFailure, type PendingCall, type PendingResponse, startLifetime } from './call.js';
import { unknownOutcome } from './failures/call-failure.js';
import { connectionFailure } from './failures/connection-failure.js';
import type { Lifetime } from './lifetime.js';
import {
  didNotArrive,
  type FailureCounts,
  leavesOutcomeUnknown,
  mayBeApplied,
  retryDelay,
  saysNothingAboutHealth,
} from './retry-rules.js';

/** Enough for a short outage under full load, and few for a server that keeps failing. */
const capacity = 100;

/**
 * The retries that a connection may still spend on failures. Each retry costs one, and each good response earns one. So
 * calls are retried while the platform works half of the time. If it fails every time, calls soon get one attempt each.
 * Retries after a 429 cost nothing, since the throttle paces them.
 */
export class RetryBudget {
  #remaining = capacity;
  /** `true` after the first response that shows that the platform works. */
  hasWorked = false;

  /** For a response that shows that the platform works, even if it rejects the request. */
  earn(): void {
    this.hasWorked = true;
    if (this.#remaining < capacity) this.#remaining++;
  }

  /** Returns `false` if nothing is left. */
  spend(): boolean {
    if (this.#remaining === 0) return false;
    this.#remaining--;
    return true;
  }
}

/** Decides whether a call is sent again, and which error the caller gets if not. */
export class CallRetries {
  readonly #call: PendingCall;
  readonly #budget: RetryBudget;
  readonly #failureCounts: FailureCounts = { rateLimited: 0, failed: 0 };
  /** Of the last attempt. Kept, since ky wraps thrown values that are no errors or look like network failures. */
  #failure: { readonly thrown: unknown; readonly pending: PendingResponse | undefined } | undefined;
  #final: { readonly error: unknown } | undefined;
  #renewedToken = false;
  /** `true` if an earlier attempt may have been applied. */
  earlierMayBeApplied = false;

  constructor(call: PendingCall, budget: RetryBudget) {
    this.#call = call;
    this.#budget = budget;
  }

  recordSuccess(status: number): void {
    this.#call.observer?.endAttempt(status);
    this.#budget.earn();
  }

  /** @param pending the response, if one came */
  recordFailure(thrown: unknown, pending: PendingResponse | undefined): void {
    this.#failure = { thrown, pending };
    const { signal } = this.#call.request;
    // The caller's own error, even if it is one of this package, which another call got.
    if (signal?.aborted && signal.reason === thrown) this.#final = { error: thrown };
  }

  /** Waits until the next attempt may be sent. Resolves to `false` if there is none. Throws if the call ends during the wait. */
  async prepareRetry(): Promise<boolean> {
    if (this.#failure === undefined) return false;
    const { thrown: failure, pending } = this.#failure;
    const { settings, request, stats, observer, retry } = this.#call;
    const attempt = observer?.failAttempt(failure);
    if (this.#final) return false;
    const rateLimited = isCareError(failure, 'RateLimitedError');
    // A platform that rejects a request works.
    if (failure instanceof ApiError && failure.status < 500 && !saysNothingAboutHealth(failure)) this.#budget.earn();
    if (isCareError(failure, 'UnauthorizedError') && !this.#renewedToken && request.unauthorizedHint === undefined) {
      this.#renewedToken = true;
      const { credentials } = settings;
      const isNew = await this.#waitFor('token', (lifetime) => credentials.renew(pending?.authorization, lifetime));
      if (isNew) {
        observer?.reportRetry(attempt, 0);
        return true;
      }
    }

    this.#failureCounts[rateLimited ? 'rateLimited' : 'failed']++;
    // The browser has no network, so another attempt would fail too.
    if (hidesReasons() && isOffline()) return false;
    const { retryPolicy } = request.operation;
    const counts = this.#failureCounts;
    const isCounted = typeof retry === 'number';
    const wait = isCounted
      ? retryDelay(failure, retryPolicy, counts, retry)
      : retry.delay(failure, this.#call, pending, counts, this.#budget);
    if (wait === undefined) return false;
    const barrier = this.#barrier(wait, isCounted && !rateLimited);
    if (barrier !== undefined) {
      this.#final = { error: addNote(this.#callerError(failure), barrier) };
      return false;
    }
    this.earlierMayBeApplied ||= mayBeApplied(failure);
    stats.failure = failure;
    observer?.reportRetry(attempt, wait);
    stats.waited += wait;
    // ky's `delay` neither ends with the call nor uses our clock.
    await this.#waitFor('throttle', ({ signal }) => pause(wait, signal));
    return true;
  }

  /** @param thrown the value that ky threw, which matters only if there was no attempt */
  async throwError(thrown: unknown): Promise<never> {
    // The error may be a promise that must not be awaited: only `throw` passes it on unchanged.
    const failed = this.#final ?? {
      error: this.#failure
        ? this.#callerError(this.#failure.thrown)
        : await connectionFailure(describe(this.#call), thrown),
    };
    this.#call.observer?.endCall(failed);
    throw failed.error;
  }

  /** Why the call is not sent again although its failure allows it. */
  #barrier(wait: number, spendsBudget: boolean): string | undefined {
    const { deadlineAt } = this.#call.request;
    if (deadlineAt !== undefined && deadlineAt - clock.now() <= wait) {
      return 'It was not retried: its `deadline` ends first.';
    }
    // The throttle paces rate-limited calls, and calls that wait for an outage are sent rarely, so they do no harm.
    if (!spendsBudget || this.#budget.spend()) return undefined;
    return 'It was not retried: too many calls failed recently.';
  }

  /** What the caller gets: the failure, with a note if needed, or an `OutcomeUnknownError` if the write may have been applied. */
  #callerError(failure: unknown): unknown {
    const { operation } = this.#call.request;
    if (leavesOutcomeUnknown(failure, operation.retryPolicy)) {
      const unknown = unknownOutcome(describe(this.#call), operation, failure);
      // Reconcilable operations can still be verified by reading back.
      if (operation.retryPolicy === 'once') this.#call.settings.logger?.error(unknown.message);
      return unknown;
    }
    if (operation.retryPolicy !== 'repeatable' || !isCareError(failure)) return failure;
    if (!this.earlierMayBeApplied && !mayBeApplied(failure)) return failure;
    let note = 'It may have been applied';
    if (didNotArrive(failure)) {
      note = 'An earlier attempt may have been applied';
      Object.assign(failure, { mayHaveArrived: true });
    }
    return addNote(failure, `${note}; retrying it is safe.`);
  }

  /** A wait between two attempts. If the call ends meanwhile, it throws, which ends ky's loop. */
  async #waitFor<Waited>(stage: 'token' | 'throttle', wait: (lifetime: Lifetime) => Promise<Waited>): Promise<Waited> {
    const lifetime = startLifetime(this.#call);
    try {
      return await wait(lifetime);
    } catch (thrown) {
      const { ending } = lifetime;
      const failure = ending === undefined ? thrown : endingFailure(ending, this.#call, stage);
      this.#final = { error: ending?.by === 'caller' ? failure : this.#callerError(failure) };
      throw thrown;
    } finally {
      lifetime.settle();
    }
  }
}
