import { type Exchange, ExchangeError } from './care-error.js';

/** No answer came: the network, TLS, a proxy, or in a browser also CORS, offline or throttling. */
export class ConnectionError extends ExchangeError {
  override readonly name = 'ConnectionError';
  /** The runtime's code where it gives one, for example `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code: string | undefined;
  /** `true` when the request may have reached the platform, `false` when it surely did not. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, exchange: Exchange, details: { code: string | undefined; mayHaveArrived: boolean }) {
    super(message, exchange);
    this.code = details.code;
    this.mayHaveArrived = details.mayHaveArrived;
  }
}

/** An attempt took longer than its `timeout`, counted from when it was really sent. */
export class TimeoutError extends ExchangeError {
  override readonly name = 'TimeoutError';
}

/**
 * A write was sent and its answer was lost, so it may or may not have been done, and repeating it is not safe.
 * `cause` is what became of the answer.
 */
export class OutcomeUnknownError extends ExchangeError {
  override readonly name = 'OutcomeUnknownError';
}

/** An answer that is not the platform's JSON: a gateway's page, a cut-off body, another content type. */
export class UnexpectedResponseError extends ExchangeError {
  override readonly name = 'UnexpectedResponseError';
  readonly status: number;
  /** `true` where the answer broke off before its end: another attempt may bring all of it. */
  readonly cutOff: boolean;

  constructor(message: string, exchange: Exchange, status: number, cutOff = false) {
    super(message, exchange);
    this.status = status;
    this.cutOff = cutOff;
  }
}
