import { type CareError, ClosedError, isCareError } from '../errors.js';
import { decodeText, isJson, mediaType, parseJson } from './body.js';
import { type Answering, type ConnectionSettings, describe, exchange, readBytes, type Tally } from './exchange.js';
import { answerFailure, outcomeUnknown, unexpectedResponse } from './failure.js';
import { Lifetime } from './lifetime.js';
import type { Sender, TransportAnswer, TransportRequest, TransportStream } from './request.js';
import { leavesOutcomeUnknown, pause, repeatAfter, retryAfter } from './retry.js';
import { openStream } from './stream.js';
import type { ThrottleStats } from './throttle.js';

/** How requests travel: token, throttle, attempts, failures. Knows nothing of what they ask for. */
export class Transport implements Sender {
  readonly #settings: ConnectionSettings;
  readonly #closing = new AbortController();

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** Sends a request and reads its answer to the end. */
  send(request: TransportRequest): Promise<TransportAnswer> {
    return this.#repeating(request, readAnswer);
  }

  /** Sends a request and hands over its body unread; its connection is held until the body ends. */
  open(request: TransportRequest): Promise<TransportStream> {
    return this.#repeating(request, async (answering) => ({
      headers: answering.response.headers,
      body: openStream(answering),
    }));
  }

  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  async pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const lifetime = new Lifetime(signal, this.#closing.signal);
    await pause(milliseconds, lifetime.signal).finally(() => lifetime.settle());
  }

  stats(): ThrottleStats {
    return this.#settings.throttle.stats();
  }

  /** Rejects what waits and ends what runs, with a `ClosedError`. */
  close(): void {
    const reason = new ClosedError('The connection was closed with `close()`.');
    this.#closing.abort(reason);
    this.#settings.throttle.release(this.#settings, reason);
  }

  async #repeating<Result>(
    request: TransportRequest,
    read: (answering: Answering, request: TransportRequest, tally: Tally) => Promise<Result>,
  ): Promise<Result> {
    // Once, before the first attempt: a repeat must send the very same bytes.
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const tally: Tally = { attempts: 0, waited: 0 };
    let renewedToken = false;
    for (;;) {
      const authorization = await this.#settings.credentials.authorization(request.url);
      try {
        const answering = await exchange(this.#settings, request, body, tally, this.#closing.signal);
        if (!answering.response.ok) throw await this.#failed(answering, request, tally);
        return await read(answering, request, tally);
      } catch (failure) {
        if (isCareError(failure, 'UnauthorizedError') && !renewedToken && !request.unauthorizedByState) {
          renewedToken = true;
          if (await this.#settings.credentials.renewed(authorization)) continue;
        }
        const wait = repeatAfter(failure, request.repeat, tally.attempts, this.#settings.repeats);
        if (wait === undefined) throw finalFailure(failure, request, tally);
        tally.waited += wait;
        await this.pause(wait, request.signal);
      }
    }
  }

  async #failed(answering: Answering, request: TransportRequest, tally: Tally): Promise<CareError> {
    const { status, headers } = answering.response;
    if (status === 429) this.#settings.throttle.refused(retryAfter(headers.get('retry-after'), Date.now()));
    const text = decodeText(await readBytes(answering), headers.get('content-type'));
    return answerFailure(describe(request, answering.url, tally), status, text);
  }
}

/** The same failure, or the plain word that the write may have been done. */
function finalFailure(failure: unknown, request: TransportRequest, tally: Tally): unknown {
  if (!leavesOutcomeUnknown(failure, request.repeat)) return failure;
  return outcomeUnknown(describe(request, request.url, tally), failure);
}

async function readAnswer(answering: Answering, request: TransportRequest, tally: Tally): Promise<TransportAnswer> {
  const { status, headers } = answering.response;
  const type = headers.get('content-type');
  const text = decodeText(await readBytes(answering), type);
  const document = parseJson(text);
  const wantsJson = request.accept === undefined;
  if (wantsJson && text !== '' && (document === undefined || !(type === null || isJson(mediaType(type))))) {
    const found =
      document === undefined && isJson(mediaType(type))
        ? 'JSON that is cut off or broken'
        : `a body of type ${mediaType(type) || 'unknown'}`;
    throw unexpectedResponse(describe(request, answering.url, tally), status, found);
  }
  const date = headers.get('date');
  return {
    status,
    url: answering.url,
    document: wantsJson ? document : undefined,
    text: wantsJson ? '' : text,
    location: headers.get('location') ?? undefined,
    serverTime: date === null ? undefined : new Date(date),
    ...tally,
  };
}
