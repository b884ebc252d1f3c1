import { type CareError, ClosedError, isCareError } from '../errors.js';
import { decodeText, isJson, mediaType, parseJson } from './body.js';
import { type Answering, type ConnectionSettings, describe, exchange, readBytes, type Tally } from './exchange.js';
import { answerFailure, brokenJson, outcomeUnknown, unexpectedResponse } from './failure.js';
import { Lifetime, untilAborted } from './lifetime.js';
import type { Sender, TransportAnswer, TransportRequest, TransportStream } from './request.js';
import { leavesOutcomeUnknown, type Mishaps, mayHaveBeenDone, pause, repeatAfter, retryAfter } from './retry.js';
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
    return this.#repeating(request, async (answering, _, tally) => ({
      url: answering.url,
      headers: answering.response.headers,
      attempts: tally.attempts,
      waited: tally.waited,
      body: openStream(answering),
    }));
  }

  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#whileOpen(signal, (either) => pause(milliseconds, either));
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
    const mishaps: Mishaps = { refused: 0, failed: 0 };
    let mayBeDone = false;
    let renewedToken = false;
    for (;;) {
      let authorization: string | undefined;
      try {
        const answering = await exchange(this.#settings, request, body, tally, this.#closing.signal);
        authorization = answering.authorization;
        const { ok, status } = answering.response;
        // What an attempt before may have deleted is deleted; nobody reads what a gateway writes about that.
        if (mayBeDone && request.method === 'DELETE' && status === 404) {
          return await read(answering, { ...request, accept: '*/*' }, tally);
        }
        if (!ok) throw await this.#failed(answering, request, tally);
        return await read(answering, request, tally);
      } catch (failure) {
        if (isCareError(failure, 'UnauthorizedError') && !renewedToken && !request.unauthorizedByState) {
          renewedToken = true;
          if (await this.#renewed(authorization, request.signal)) continue;
        }
        mishaps[isCareError(failure, 'RateLimitedError') ? 'refused' : 'failed']++;
        const wait = repeatAfter(failure, request.repeat, mishaps, this.#settings.repeats);
        if (wait === undefined) throw finalFailure(failure, request, tally);
        mayBeDone ||= mayHaveBeenDone(failure);
        tally.waited += wait;
        await this.pause(wait, request.signal);
      }
    }
  }

  async #failed(answering: Answering, request: TransportRequest, tally: Tally): Promise<CareError> {
    const { status, headers } = answering.response;
    if (status === 429) this.#settings.throttle.refused(retryAfter(headers.get('retry-after'), Date.now()));
    const bytes = await readBytes(answering).catch((failure: unknown) => {
      // Aborted by the caller or by `close`: else the status says enough, whatever became of the body.
      if (!(isCareError(failure, 'UnexpectedResponseError') || isCareError(failure, 'TimeoutError'))) throw failure;
      return new ArrayBuffer(0);
    });
    const text = decodeText(bytes, headers.get('content-type'));
    return answerFailure(describe(request, answering.url, tally), status, text);
  }

  #renewed(authorization: string | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    return this.#whileOpen(signal, (either) => untilAborted(this.#settings.credentials.renewed(authorization), either));
  }

  async #whileOpen<Result>(
    signal: AbortSignal | undefined,
    wait: (either: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const lifetime = new Lifetime(signal, this.#closing.signal);
    return wait(lifetime.signal).finally(() => lifetime.settle());
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
  if (wantsJson && text.trim() !== '') {
    const about = describe(request, answering.url, tally);
    const named = mediaType(type);
    if (document === undefined && isJson(named)) throw brokenJson(about, status);
    if (document === undefined || !(named === '' || isJson(named))) {
      throw unexpectedResponse(about, status, `a body of type ${named || 'unknown'}`);
    }
  }
  const serverTime = new Date(headers.get('date') ?? Number.NaN);
  return {
    method: request.method,
    status,
    url: answering.url,
    document: wantsJson ? document : undefined,
    text: wantsJson ? '' : text,
    location: headers.get('location') ?? undefined,
    serverTime: Number.isNaN(serverTime.getTime()) ? undefined : serverTime,
    attempts: tally.attempts,
    waited: tally.waited,
  };
}
