import { clock } from '../async/clock.js';
import { addNote } from '../errors/note.js';
import { ApiError, isCareError, UnexpectedResponseError } from '../errors.js';
import { type Call, endOf, tokenWithin } from './attempt.js';
import { describe } from './description.js';
import { outcomeUnknown } from './failures/call-failure.js';
import { connectionFailure } from './failures/connection-failure.js';
import { Lifetime, pause } from './lifetime.js';
import { hasNoNetwork } from './network.js';
import { isUntaken, leavesOutcomeUnknown, type Mishaps, mayHaveBeenDone, repeatAfter } from './retry.js';
import type { RetryBudget } from './retry-budget.js';

/** Decides whether a call is sent again, and which error its caller gets if it is not. */
export class RetryPolicy {
  readonly #call: Call;
  readonly #budget: RetryBudget;
  readonly #mishaps: Mishaps = { refused: 0, failed: 0 };
  /** Of the last attempt: ky wraps what is no error, or looks like one of the network. */
  #failure: { readonly thrown: unknown; readonly authorization: string | undefined } | undefined;
  #final: { readonly error: unknown } | undefined;
  #renewedToken = false;
  #mayBeDone = false;

  constructor(call: Call, budget: RetryBudget) {
    this.#call = call;
    this.#budget = budget;
  }

  /** Whether an attempt before may have done what is asked for. */
  get mayBeDone(): boolean {
    return this.#mayBeDone;
  }

  succeeded(status: number): void {
    this.#call.settings.observer.ended(this.#call.tally, { status });
    this.#budget.earn();
  }

  failed(thrown: unknown, authorization: string | undefined): void {
    this.#failure = { thrown, authorization };
  }

  /** Resolves when the next attempt may be sent, or to `false` if there is none. */
  async canRetry(): Promise<boolean> {
    if (this.#failure === undefined) return false;
    const { thrown: failure, authorization } = this.#failure;
    const { settings, request, tally } = this.#call;
    const attempt = settings.observer.ended(tally, outcomeOf(failure, request.signal?.aborted === true));
    const refused = isCareError(failure, 'RateLimitedError');
    // A platform that refuses works.
    if (failure instanceof ApiError && failure.status < 500 && !isUntaken(failure)) this.#budget.earn();
    if (isCareError(failure, 'UnauthorizedError') && !this.#renewedToken && !request.unauthorizedByState) {
      this.#renewedToken = true;
      const { credentials } = settings;
      const timeout = request.timeout ?? settings.timeout;
      const isNew = await this.#waitFor('token', (lifetime) =>
        tokenWithin(timeout, credentials, credentials.renewed(authorization), lifetime),
      );
      if (isNew) settings.observer.repeating(attempt, 0);
      if (isNew !== false) return isNew === true;
    }

    this.#mishaps[refused ? 'refused' : 'failed']++;
    const wait = hasNoNetwork()
      ? undefined
      : repeatAfter(failure, request.operation.repeat, this.#mishaps, settings.repeats);
    if (wait === undefined) return false;
    const barrier = this.#barrier(wait, refused);
    if (barrier !== undefined) {
      this.#final = { error: addNote(this.#errorOf(failure), barrier) };
      return false;
    }
    this.#mayBeDone ||= mayHaveBeenDone(failure);
    tally.failure = failure;
    settings.observer.repeating(attempt, wait);
    tally.waited += wait;
    // Not by ky's `delay`, which neither ends with the call nor takes the time from our clock.
    return (await this.#waitFor('throttle', ({ signal }) => pause(wait, signal).then(() => true))) === true;
  }

  /** @param thrown what ky threw, which counts only if there was no attempt */
  async throwError(thrown: unknown): Promise<never> {
    // It may be a promise, which must not be waited for: `throw` alone hands it on as it is.
    if (this.#final !== undefined) throw this.#final.error;
    if (this.#failure !== undefined) throw this.#errorOf(this.#failure.thrown);
    const { request, tally } = this.#call;
    throw await connectionFailure(describe(request, request.url, tally), thrown);
  }

  /** Why it is not sent again although it may be. */
  #barrier(wait: number, refused: boolean): string | undefined {
    const { request, settings } = this.#call;
    const { until, deadline = settings.deadline } = request;
    if (until !== undefined && until - clock.now() <= wait) {
      return `It was not sent again: its \`deadline\` of ${deadline} ms comes first.`;
    }
    // The throttle paces refused calls, so they harm nobody.
    if (refused || this.#budget.spend()) return undefined;
    return 'It was not sent again: so many calls of this connection failed lately that each is sent only once, until some succeed.';
  }

  /** Returns the failure unchanged, or an `OutcomeUnknownError` if the write may have been applied. */
  #errorOf(failure: unknown): unknown {
    const { request, tally, settings } = this.#call;
    const { operation, url } = request;
    if (leavesOutcomeUnknown(failure, operation.repeat)) {
      const unknown = outcomeUnknown(describe(request, url, tally), operation, failure);
      // Reconcilable operations can still be verified by reading back.
      if (operation.repeat === 'once') settings.observer.say('error', unknown.message);
      return unknown;
    }
    const mayBeDone = this.#mayBeDone || mayHaveBeenDone(failure);
    if (operation.repeat !== 'repeatable' || !mayBeDone || !isCareError(failure)) return failure;
    let what = 'It may have been done';
    if ('mayHaveArrived' in failure && !failure.mayHaveArrived) {
      what = 'An attempt before may have done it';
      Object.assign(failure, { mayHaveArrived: true });
    }
    return addNote(failure, `${what}; doing it again does no harm.`);
  }

  /** A wait between two attempts, which ends with the call. Resolves to `undefined` if it came to a bad end. */
  async #waitFor(
    stage: 'token' | 'throttle',
    wait: (lifetime: Lifetime) => Promise<boolean>,
  ): Promise<boolean | undefined> {
    const { request, closing } = this.#call;
    const lifetime = new Lifetime(request.signal, closing, request.until);
    lifetime.watchNetwork(request.url);
    try {
      return await wait(lifetime);
    } catch (thrown) {
      const { ending } = lifetime;
      this.#final = { error: ending === undefined ? thrown : endOf(ending, this.#call, stage) };
      return undefined;
    } finally {
      lifetime.settle();
    }
  }
}

function outcomeOf(failure: unknown, isAborted: boolean): { status?: number; error: string } {
  const answered = failure instanceof ApiError || failure instanceof UnexpectedResponseError;
  const error = isCareError(failure) ? failure.name : foreignName(failure, isAborted);
  return answered ? { status: failure.status, error } : { error };
}

/** It is the caller's own, and may be of any kind: only the name of a class goes into a log. */
function foreignName(failure: unknown, isAborted: boolean): string {
  if (isAborted) return 'AbortError';
  const name: unknown = Reflect.get(Object(failure), 'name');
  return typeof name === 'string' && /^[A-Z][A-Za-z]{0,40}Error$/.test(name) ? name : 'Error';
}
