import { clock } from '../async/clock.js';
import { addNote } from '../errors/note.js';
import { ApiError, isCareError, UnexpectedResponseError } from '../errors.js';
import { bodyText } from '../values/body-text.js';
import { type Answering, type ConnectionSettings, endOf, tokenWithin } from './attempt.js';
import { outcomeUnknown } from './call-failure.js';
import { describe, type Tally } from './description.js';
import { discard, exchange } from './exchange.js';
import { Lifetime, pause } from './lifetime.js';
import { hasNoNetwork } from './network.js';
import { failedAnswer } from './read-answer.js';
import type { TransportRequest } from './request.js';
import { isUntaken, leavesOutcomeUnknown, type Mishaps, mayHaveBeenDone, repeatAfter } from './retry.js';
import { retryAfter } from './retry-after.js';
import type { RetryBudget } from './retry-budget.js';

/** What the calls of one connection have in common. */
export interface Calling {
  readonly settings: ConnectionSettings;
  readonly budget: RetryBudget;
  readonly closing: AbortSignal;
}

export type Reading<Result> = (
  answering: Answering,
  request: TransportRequest,
  tally: Tally,
  settings: ConnectionSettings,
) => Promise<Result>;

/** One request, sent as often as it takes and is allowed. */
export class Call<Result> {
  readonly #calling: Calling;
  readonly #request: TransportRequest;
  readonly #read: Reading<Result>;
  readonly #body: string | undefined;
  readonly #tally: Tally = { attempts: 0, waited: 0 };
  readonly #mishaps: Mishaps = { refused: 0, failed: 0 };
  /** Whether an attempt before may have done it. */
  #mayBeDone = false;
  #renewedToken = false;

  constructor(calling: Calling, request: TransportRequest, read: Reading<Result>) {
    this.#calling = calling;
    this.#request = request;
    this.#read = read;
    // Once, before the first attempt: a repeat must send the very same bytes.
    this.#body = request.body === undefined ? undefined : bodyText(request.body);
  }

  async result(): Promise<Result> {
    const { settings, budget, closing } = this.#calling;
    for (;;) {
      let answering: Answering | undefined;
      try {
        answering = await exchange(settings, this.#request, this.#body, this.#tally, closing);
        const { status } = answering.response;
        const result = await this.#readAnswer(answering);
        settings.observer.ended(this.#tally, { status });
        budget.earn();
        return result;
      } catch (failure) {
        // Whatever failed, and however: nothing else would give its place back.
        if (answering !== undefined) discard(answering);
        await this.#before(failure, answering?.authorization);
      }
    }
  }

  async #readAnswer(answering: Answering): Promise<Result> {
    const { status, headers } = answering.response;
    const request = this.#request;
    const { settings } = this.#calling;
    // What an attempt before may have deleted is deleted; nobody reads what a gateway writes about that.
    if (this.#mayBeDone && request.method === 'DELETE' && status === 404) {
      return this.#read(answering, { ...request, accept: '*/*' }, this.#tally, settings);
    }
    // Not `ok`, which a `fetch` that is not the runtime's may leave out.
    if (status >= 200 && status < 300) return this.#read(answering, request, this.#tally, settings);
    if (status === 429) {
      settings.throttle.refused(retryAfter(headers.get('retry-after'), clock.date()));
    }
    throw await failedAnswer(answering, request, this.#tally);
  }

  /** Returns when it may be sent again; throws what the caller is to see where it may not. */
  async #before(failure: unknown, authorization: string | undefined): Promise<void> {
    const { settings, budget } = this.#calling;
    const attempt = settings.observer.ended(this.#tally, outcomeOf(failure, this.#request.signal?.aborted === true));
    const refused = isCareError(failure, 'RateLimitedError');
    // A platform that refuses works.
    if (failure instanceof ApiError && failure.status < 500 && !isUntaken(failure)) budget.earn();
    if (isCareError(failure, 'UnauthorizedError') && !this.#renewedToken && !this.#request.unauthorizedByState) {
      this.#renewedToken = true;
      if (await this.#hasNewToken(authorization)) {
        settings.observer.repeating(attempt, 0);
        return;
      }
    }

    this.#mishaps[refused ? 'refused' : 'failed']++;
    const { operation } = this.#request;
    const wait = hasNoNetwork() ? undefined : repeatAfter(failure, operation.repeat, this.#mishaps, settings.repeats);
    if (wait === undefined) throw this.#final(failure);
    const barrier = this.#barrier(wait, refused);
    if (barrier !== undefined) throw addNote(this.#final(failure), barrier);

    this.#mayBeDone ||= mayHaveBeenDone(failure);
    this.#tally.failure = failure;
    settings.observer.repeating(attempt, wait);
    this.#tally.waited += wait;
    await this.#waiting('throttle', (lifetime) => pause(wait, lifetime.signal));
  }

  /** Why it is not sent again although it may be. */
  #barrier(wait: number, refused: boolean): string | undefined {
    const { until, deadline = this.#calling.settings.deadline } = this.#request;
    if (until !== undefined && until - clock.now() <= wait) {
      return `It was not sent again: its \`deadline\` of ${deadline} ms comes first.`;
    }
    // The throttle paces refused calls, so they harm nobody.
    if (refused || this.#calling.budget.spend()) return undefined;
    return 'It was not sent again: so many calls of this connection failed lately that each is sent only once, until some succeed.';
  }

  /** The same failure, or the plain word that the write may have been done. */
  #final(failure: unknown): unknown {
    const { operation, url } = this.#request;
    if (leavesOutcomeUnknown(failure, operation.repeat)) {
      const unknown = outcomeUnknown(describe(this.#request, url, this.#tally), operation, failure);
      // Of the others a look may tell yet.
      if (operation.repeat === 'once') this.#calling.settings.observer.say('error', unknown.message);
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

  #hasNewToken(authorization: string | undefined): Promise<boolean> {
    const { credentials, timeout } = this.#calling.settings;
    return this.#waiting('token', (lifetime) =>
      tokenWithin(this.#request.timeout ?? timeout, credentials, credentials.renewed(authorization), lifetime),
    );
  }

  /** A wait between two attempts, which ends with the call. */
  async #waiting<Waited>(stage: 'token' | 'throttle', wait: (lifetime: Lifetime) => Promise<Waited>): Promise<Waited> {
    const { settings, closing } = this.#calling;
    const lifetime = new Lifetime(this.#request.signal, closing, this.#request.until);
    lifetime.watchNetwork(this.#request.url);
    try {
      return await wait(lifetime);
    } catch (thrown) {
      if (lifetime.ending === undefined) throw thrown;
      throw endOf(lifetime.ending, settings, this.#request, this.#tally, stage);
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
