import ky, { type Options } from 'ky';
import { pause } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { notLoaded } from '../errors/not-loaded.js';
import { ClosedError } from '../errors.js';
import { hidesReasons } from '../runtime/globals.js';
import { bodyText } from '../values/body-text.js';
import { sendAttempt } from './attempt.js';
import { type ConnectionSettings, describe, type PendingCall, type PendingResponse } from './call.js';
import type { Credentials } from './credentials.js';
import { Lifetime } from './lifetime.js';
import type { SafeLogger } from './logger.js';
import type { CallObserver, Observe } from './observer.js';
import { checkSuccess, discard, loadStream, openResponse, readOrOpen, readResponse } from './read-response.js';
import type { Connection, SendOptions, TransportRequest, TransportResponse, TransportStream } from './request.js';
import { CallRetries, RetryBudget } from './retry.js';
import type { ThrottleStats } from './throttle/throttle.js';

/** What few programs use is a lazy module. It is loaded before anything is sent. */
export const loadExtras = () => import('./extras.js').catch(notLoaded('options of `connect` and of calls'));

// Not ky's own rules and timer: `CallRetries` decides, and waits on our clock, which tests can move.
const retryOptions = { limit: Number.MAX_SAFE_INTEGER, methods: ['get', 'post', 'patch', 'delete'], delay: () => 0 };

/** Sends requests: token, throttle, attempts, failures. It does not know what they are for. */
export class Transport implements Connection {
  readonly #settings: ConnectionSettings;
  readonly #onClose: () => void;
  readonly #close = new AbortController();
  /** The signals that end its calls: that of the connection it was made from, and its own. */
  readonly #closing: readonly AbortSignal[];
  readonly #budget: RetryBudget;
  readonly #api = ky.create({
    redirect: 'manual',
    throwHttpErrors: false,
    // Each attempt has its own time limit, which does not count its wait for the throttle.
    timeout: false,
  });

  /**
   * @param onClose called when the connection is closed
   * @param closing aborts when the connection is closed that this one was made from
   * @param budget shared with that connection, since a platform that fails does so for all users
   */
  constructor(
    settings: Omit<ConnectionSettings, 'owner'>,
    onClose: () => void,
    closing: readonly AbortSignal[] = [],
    budget = new RetryBudget(),
  ) {
    this.#budget = budget;
    this.#onClose = onClose;
    this.#closing = [...closing, this.#close.signal];
    // Empty and frozen, since the caller's own throttle could read and change its content.
    this.#settings = { ...settings, owner: Object.freeze({}) };
  }

  /** A connection for another user. It shares the settings, which contain the throttle, and the budget of retries, and ends with this one. */
  withCredentials(credentials: Credentials): Transport {
    return new Transport({ ...this.#settings, credentials }, () => undefined, this.#closing, this.#budget);
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return this.#call(request, readResponse);
  }

  async open(request: TransportRequest): Promise<TransportStream> {
    // Before anything is sent, so that no file is requested that cannot be read.
    await loadStream();
    return this.#call({ ...request, isFile: true }, openResponse);
  }

  sendOrOpen(request: TransportRequest): Promise<TransportResponse | TransportStream> {
    return this.#call({ ...request, orFile: true }, readOrOpen);
  }

  pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const lifetime = new Lifetime(signal, this.#closing);
    return pause(milliseconds, lifetime.signal).finally(() => lifetime.settle());
  }

  remaining({ began = clock.now(), deadline = this.#settings.deadline }: SendOptions): number {
    return began + (deadline ?? Number.POSITIVE_INFINITY) - clock.now();
  }

  async spendRetry({ retry = this.#settings.retry, began = clock.now() }: SendOptions, retries: number) {
    const policy = typeof retry === 'number' ? retry : (await loadExtras()).outageFor(retry, began);
    return typeof policy === 'number' ? retries < policy && this.#budget.spend() : policy.remaining > 0;
  }

  stats(): ThrottleStats {
    return this.#settings.throttle.stats();
  }

  get logger(): SafeLogger | undefined {
    return this.#settings.logger;
  }

  close(): void {
    const reason = new ClosedError('The connection was closed with `close()`.');
    this.#close.abort(reason);
    this.#settings.throttle.release(this.#settings.owner, reason);
    this.#onClose();
  }

  /** The loop of attempts is ky's. Each attempt is one call of the `fetch` option. */
  async #call<Result>(sent: TransportRequest, read: (pending: PendingResponse) => Promise<Result>): Promise<Result> {
    const { began = clock.now(), deadline = this.#settings.deadline, retry = this.#settings.retry } = sent;
    const request = { ...sent, began, deadlineAt: deadline === undefined ? undefined : began + deadline };
    const reporting = sent.onResponse && (await loadExtras());
    const about = { settings: this.#settings, request, stats: { attempts: 0, waited: 0 } };
    const call: PendingCall = {
      ...about,
      body: request.body && bodyText(request.body),
      retry: typeof retry === 'number' ? retry : (await loadExtras()).outageFor(retry, began),
      observer: observerOf(about, this.#settings.observe ?? reporting?.observe()),
      closing: this.#closing,
    };
    call.observer?.startCall();
    const retries = new CallRetries(call, this.#budget);
    // ky returns the response only; the result is read within the attempt.
    let result: Result | undefined;
    let pending: PendingResponse | undefined;
    const send = async (kyRequest: Request): Promise<Response> => {
      pending = undefined;
      try {
        pending = await sendAttempt(call, kyRequest);
        result = await read(await checkSuccess(pending, retries.earlierMayBeApplied));
        retries.recordSuccess(pending.response.status);
        return pending.response;
      } catch (thrown) {
        // If nothing has released its connection yet.
        if (pending !== undefined) discard(pending);
        retries.recordFailure(thrown, pending);
        throw thrown;
      }
    };
    const running: RunningCall = { attempts: { send, retries } };
    try {
      await this.#api(request.url.href, {
        method: request.method,
        headers: { ...this.#settings.headers, ...headersOf(request) },
        ...(call.body !== undefined && { body: call.body }),
        ...optionsFor(running),
      });
      call.observer?.endCall();
      return result as Result;
    } catch (thrown) {
      return retries.throwError(thrown);
    } finally {
      if (pending !== undefined) reporting?.reportResponse(call, pending);
      running.attempts = undefined;
    }
  }
}

interface RunningCall {
  attempts: { send(kyRequest: Request): Promise<Response>; readonly retries: CallRetries } | undefined;
}

/**
 * ky's own options outlive the call until the next full garbage collection (measured). So they lead to it only while it
 * runs: else each smaller collection copies the call and its result.
 */
function optionsFor(running: RunningCall): Pick<Options, 'fetch' | 'retry'> {
  return {
    fetch: (kyRequest) => running.attempts?.send(kyRequest as Request) as Promise<Response>,
    retry: { ...retryOptions, shouldRetry: () => running.attempts?.retries.prepareRetry() },
  };
}

/**
 * Apart from `#call`, whose closures hold everything that one of them needs. An observer that held the result would keep
 * an unread download from being collected, and with it a connection.
 */
function observerOf(
  about: Pick<PendingCall, 'settings' | 'request' | 'stats'>,
  observe: Observe | undefined,
): CallObserver | undefined {
  return observe?.(() => describe(about), about.request.signal);
}

function headersOf({ accept, orFile, isFile, body }: TransportRequest): Record<string, string> {
  const fallback = orFile === true ? 'application/json, */*;q=0.8' : 'application/json';
  return {
    // Documented: every request accepts JSON at least.
    accept: accept === undefined ? fallback : `${accept}, application/json`,
    // Browsers forbid this header, and check lengths themselves.
    ...(isFile === true && !hidesReasons() && { 'accept-encoding': 'identity' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}
