import { brandName } from '../runtime/branded-error.js';
import { hideUrl, type RequestDetails, RequestError } from './care-error.js';

/** No answer came: the network, TLS, a proxy, or in a browser also CORS, offline or throttling. */
export class ConnectionError extends RequestError {
  override readonly name = brandName(this, 'ConnectionError');
  /** The runtime's code where it gives one, for example `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code: string | undefined;
  /** `true` when the request may have reached the platform, `false` when it surely did not. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    exchange: RequestDetails,
    details: { code: string | undefined; mayHaveArrived: boolean },
  ) {
    super(message, exchange);
    this.code = details.code;
    this.mayHaveArrived = details.mayHaveArrived;
  }
}

/** What a call waited for when its time was up. `call`: its whole `deadline`; the others are about one attempt. */
export type WaitedFor = 'token' | 'response' | 'body' | 'bytes' | 'call';

/**
 * Time was up: for one attempt (`timeout`, counted from when it was really sent), for the next bytes of a download, for the
 * token, or for the whole call (`deadline`). What was under way is ended and its connection closed.
 */
export class TimeoutError extends RequestError {
  override readonly name = brandName(this, 'TimeoutError');
  /** What it waited for when time was up. */
  readonly waitedFor: WaitedFor;
  /** `true` when the request may have reached the platform, `false` when it surely did not. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    exchange: RequestDetails,
    details: { waitedFor: WaitedFor; mayHaveArrived: boolean; cause?: unknown },
  ) {
    super(message, exchange, details.cause === undefined ? {} : { cause: details.cause });
    this.waitedFor = details.waitedFor;
    this.mayHaveArrived = details.mayHaveArrived;
  }
}

/**
 * A write was sent and its answer was lost, so it may or may not have been done, and repeating it is not safe.
 * `cause` is what became of the answer.
 */
export class OutcomeUnknownError extends RequestError {
  override readonly name = brandName(this, 'OutcomeUnknownError');
  /** Which operation it was, for example `createClient`. */
  readonly operation: string;
  /** What tells whether it was done, in words that can be shown. */
  readonly check: string;
  /**
   * `true` if the method that failed reads before it writes, so that it may be called again as it was: `upsertClient`,
   * `upsertProfessional`, `ensureLabel` and `syncRelations`.
   */
  readonly canCallAgain: boolean = false;
  /** Where the response, of which no more could be read, says that the new resource is. A method, as `requestUrl` is. */
  declare readonly resourceUrl: () => string | undefined;

  constructor(
    message: string,
    exchange: RequestDetails,
    details: { operation: string; check: string; resourceUrl?: string | undefined; cause: unknown },
  ) {
    super(message, exchange, { cause: details.cause });
    this.operation = details.operation;
    this.check = details.check;
    hideUrl(this, 'resourceUrl', details.resourceUrl);
  }
}

/** An answer that is not the platform's JSON: a gateway's page, a cut-off body, another content type. */
export class UnexpectedResponseError extends RequestError {
  override readonly name = brandName(this, 'UnexpectedResponseError');
  /** The HTTP status. */
  readonly status: number;
  /** `true` where the answer broke off before its end: another attempt may bring all of it. */
  readonly cutOff: boolean;
  /** Bytes of a download that had come; `undefined` for other answers. */
  readonly received: number | undefined;
  /** Where the response to a write says that its resource is. A method, as `requestUrl` is. */
  declare readonly resourceUrl: () => string | undefined;

  constructor(
    message: string,
    exchange: RequestDetails,
    status: number,
    cutOff = false,
    resourceUrl?: string,
    received?: number,
  ) {
    super(message, exchange);
    this.status = status;
    this.cutOff = cutOff;
    this.received = received;
    hideUrl(this, 'resourceUrl', resourceUrl);
  }
}
