import ky from 'ky';
import { clock } from '../async/clock.js';
import { ClosedError } from '../errors.js';
import { hidesReasons } from '../runtime/globals.js';
import { bodyText } from '../values/body-text.js';
import { attempt } from './attempt.js';
import type { Answering, Call, ConnectionSettings } from './call.js';
import { Lifetime, pause } from './lifetime.js';
import { discard, openAnswer, type Reading, readAnswer, readOrOpen, readResult } from './read-response.js';
import type { Connection, TransportAnswer, TransportRequest, TransportStream } from './request.js';
import { RetryBudget, RetryPolicy } from './retry.js';
import type { ThrottleStats } from './throttle.js';

/** How requests travel: token, throttle, attempts, failures. It does not know what they ask for. */
export class Transport implements Connection {
  readonly #settings: ConnectionSettings;
  readonly #closed: () => void;
  readonly #closing = new AbortController();
  readonly #budget = new RetryBudget();
  readonly #api = ky.create({
    redirect: 'manual',
    throwHttpErrors: false,
    // An attempt has time limits of its own, which do not count its wait for the throttle.
    timeout: false,
    // `RetryPolicy` alone decides, and each attempt waits by itself, on the clock that tests can move.
    retry: { limit: Number.MAX_SAFE_INTEGER, methods: ['get', 'post', 'patch', 'delete'], delay: () => 0 },
  });

  /** @param closed called when the connection is closed */
  constructor(settings: Omit<ConnectionSettings, 'owner'>, closed: () => void) {
    this.#closed = closed;
    // Empty: a throttle of the caller's own, or of other code, could read whatever it holds, and change it.
    this.#settings = { ...settings, owner: Object.freeze({}) };
  }

  send(request: TransportRequest): Promise<TransportAnswer> {
    return this.#call(request, readAnswer);
  }

  open(request: TransportRequest): Promise<TransportStream> {
    return this.#call({ ...request, isFile: true }, openAnswer);
  }

  sendOrOpen(request: TransportRequest): Promise<TransportAnswer | TransportStream> {
    return this.#call({ ...request, orFile: true }, readOrOpen);
  }

  pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const lifetime = new Lifetime(signal, this.#closing.signal, undefined);
    return pause(milliseconds, lifetime.signal).finally(() => lifetime.settle());
  }

  deadlineAt(deadline: number | undefined): number | undefined {
    const milliseconds = deadline ?? this.#settings.deadline;
    return milliseconds === undefined ? undefined : clock.now() + milliseconds;
  }

  remaining(deadlineAt = Number.POSITIVE_INFINITY): number {
    return deadlineAt - clock.now();
  }

  get retries(): number {
    return this.#settings.retries;
  }

  canRetry(): boolean {
    return this.#budget.spend();
  }

  stats(): ThrottleStats {
    return this.#settings.throttle.stats();
  }

  log(level: 'warn' | 'error', message: string): void {
    this.#settings.observer.log(level, message);
  }

  close(): void {
    const reason = new ClosedError('The connection was closed with `close()`.');
    this.#closing.abort(reason);
    this.#settings.throttle.release(this.#settings.owner, reason);
    this.#closed();
  }

  /** The loop of attempts is ky's. Each attempt is one call of the `fetch` that ky is given here. */
  async #call<Result>(asked: TransportRequest, read: Reading<Result>): Promise<Result> {
    const request = { ...asked, until: asked.until ?? this.deadlineAt(asked.deadline) };
    const call: Call = {
      settings: this.#settings,
      request,
      body: request.body && bodyText(request.body),
      tally: { attempts: 0, waited: 0 },
      closing: this.#closing.signal,
    };
    const policy = new RetryPolicy(call, this.#budget);
    // What ky returns is a response; what the caller wants is read within the attempt.
    const outcome: { result?: Result } = {};
    const send = async (kyRequest: Request): Promise<Response> => {
      let answering: Answering | undefined;
      try {
        answering = await attempt(call, kyRequest);
        outcome.result = await readResult(answering, call, policy.mayBeApplied, read);
        policy.recordSuccess(answering.response.status);
        return answering.response;
      } catch (thrown) {
        // Nothing else would give its place back.
        if (answering !== undefined) discard(answering);
        policy.recordFailure(thrown, answering?.authorization);
        throw thrown;
      }
    };
    try {
      await this.#api(request.url.href, {
        method: request.method,
        headers: headersOf(request),
        ...(call.body !== undefined && { body: call.body }),
        fetch: (kyRequest) => send(kyRequest as Request),
        retry: { shouldRetry: () => policy.canRetry() },
      });
      return outcome.result as Result;
    } catch (thrown) {
      return policy.throwError(thrown);
    }
  }
}

function headersOf({ accept, orFile, isFile, body }: TransportRequest): Record<string, string> {
  const otherwise = orFile === true ? 'application/json, */*;q=0.8' : 'application/json';
  return {
    // Documented: every request accepts JSON at least.
    accept: accept === undefined ? otherwise : `${accept}, application/json`,
    // Browsers forbid it, and check lengths themselves.
    ...(isFile === true && !hidesReasons() && { 'accept-encoding': 'identity' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}
