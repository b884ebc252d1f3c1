import { brandName } from '../runtime/branded-error.js';
import { type RequestDetails, RequestError } from './care-error.js';

/** No response came, because of the network, TLS or a proxy. In a browser also because of CORS, offline or rate limiting. */
export class ConnectionError extends RequestError {
  override readonly name = brandName(this, 'ConnectionError');
  /** The runtime's code if it has one, for example `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  declare readonly code: string | undefined;
  /** `true` if the request may have reached the platform, `false` if it certainly did not. */
  declare readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    request: RequestDetails,
    details: { code: string | undefined; mayHaveArrived: boolean },
  ) {
    super(message, request, details);
  }
}

/** The wait that took too long. `call` means the whole call, up to its `deadline`; the others concern one attempt. */
export type WaitedFor = 'token' | 'response' | 'body' | 'bytes' | 'call';

/**
 * A time limit is over: `timeout` for one attempt (counted from sending), the next bytes of a download or the token, or
 * `deadline` for the whole call. A running attempt is aborted and its connection closed.
 */
export class TimeoutError extends RequestError {
  override readonly name = brandName(this, 'TimeoutError');
  /** The wait that took too long. */
  declare readonly waitedFor: WaitedFor;
  /** `true` if the request may have reached the platform, `false` if it certainly did not. */
  declare readonly mayHaveArrived: boolean;
  /** The HTTP status, if a response began and its body did not end; otherwise `undefined`. */
  declare readonly status: number | undefined;

  constructor(
    message: string,
    request: RequestDetails,
    details: {
      waitedFor: WaitedFor;
      mayHaveArrived: boolean;
      status?: number | undefined;
      resourceUrl?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, request, details);
  }
}

/**
 * A write was sent and its response was lost. It may or may not have been applied, and retrying it is not safe.
 * `cause` is the failure that lost the response.
 */
export class OutcomeUnknownError extends RequestError {
  override readonly name = brandName(this, 'OutcomeUnknownError');
  /** The name of the operation, for example `createClient`. */
  declare readonly operation: string;
  /** How a person finds out whether it was applied, in words that may be shown. */
  declare readonly check: string;
  /**
   * `true` if the method that failed may be called again with the same input, since it reads before it writes:
   * `upsertClient`, `upsertProfessional`, `ensureLabel` and `syncRelations`.
   */
  declare readonly canCallAgain: boolean;

  constructor(
    message: string,
    request: RequestDetails,
    details: { operation: string; check: string; resourceUrl?: string | undefined; cause: unknown },
  ) {
    super(message, request, { canCallAgain: false, ...details });
  }
}

/** A response that is not the platform's JSON: a gateway's page, a truncated body or another content type. */
export class UnexpectedResponseError extends RequestError {
  override readonly name = brandName(this, 'UnexpectedResponseError');
  /** The HTTP status. */
  declare readonly status: number;
  /** `true` if the response ended too early. Another attempt may bring all of it. */
  declare readonly cutOff: boolean;
  /** Bytes of a download that were received; `undefined` for other responses. */
  declare readonly received: number | undefined;

  constructor(
    message: string,
    request: RequestDetails,
    status: number,
    cutOff = false,
    resourceUrl?: string,
    received?: number,
  ) {
    super(message, request, { status, cutOff, received, resourceUrl });
  }
}
