import type { SafeLogger } from './logger.js';
import type { Priority, ThrottleStats } from './throttle/throttle.js';

/**
 * Whether a request may be sent again after its response was lost:
 * - `safe`: yes, it changes nothing.
 * - `repeatable`: yes, sending it twice has the same effect as sending it once.
 * - `reconcilable`: it creates or switches something. It is read back, and sent again only if the platform refuses duplicates.
 * - `once`: no, and reading back does not show whether it was applied.
 */
export type RetryPolicy = 'safe' | 'repeatable' | 'reconcilable' | 'once';

/** The effect of a request, and whether it may be sent again. `operations` lists all. */
export interface Operation {
  /** The key in `operations`. */
  readonly name: string;
  /** Whether it may be sent again after its response was lost. */
  readonly retryPolicy: RetryPolicy;
  /** The reason for that policy. Messages show it after 'Retrying it is not safe:'. */
  readonly why: string;
  /** How a person finds out whether it was applied. Empty if it may be sent again. */
  readonly check: string;
}

/** The token, or a function that returns the current token. It is called before the first request, and again after a 401. */
export type TokenSource = string | (() => string | Promise<string>);

/** The methods of the platform's API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A response, for logs and support. It holds no personal data: no body, query, name, id or token. */
export interface ResponseInfo {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: Method;
  /** The requested resource, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The path with `*` for all but the documented words. */
  readonly path: string;
  /** The HTTP status. */
  readonly status: number;
  /** The name of the error, if the attempt failed. */
  readonly error: string | undefined;
  /** Headers that hold no data of a patient, by their names in lower case. A page sees only those that CORS exposes. */
  readonly headers: Readonly<Record<string, string>>;
  /** The id that the platform or a gateway gave the request, for example by `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Requests sent, including the last. A followed redirect counts. */
  readonly attempts: number;
  /** Milliseconds spent waiting for the throttle and between attempts. */
  readonly waited: number;
  /** Milliseconds of the last attempt, from sending to the end of the body; for a download, to its first byte. */
  readonly milliseconds: number;
  /** Milliseconds since the method was called, with all waits and attempts. */
  readonly elapsed: number;
}

/** Waits for an outage to end. */
export interface RetryUntil {
  /**
   * When the last attempt may begin: a time from the beginning of the call, such as `'90s'`, `'15m'` or `'2h'`, or in
   * milliseconds; or a date. A call that begins after that date is retried twice, as by default.
   */
  readonly until: `${number}${'s' | 'm' | 'h'}` | number | Date;
}

export interface SendOptions {
  /**
   * Aborts the call, waiting or running. It rejects with the signal's own reason. If a lazy module that the call needs is
   * still loading, the call ends once that is loaded, and nothing is sent.
   */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from sending to the end of its body. Default: that of `connect`. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for the whole call: its waits, its attempts, and the verification after a lost response. For a list, a feed
   * or the wait for an export it counts per request, for a synchronisation per row, for a download until the first byte. It
   * begins once the lazy module that the call needs is loaded. Default: that of `connect`.
   */
  readonly deadline?: number | undefined;
  /**
   * Retries, if they are safe: their number for each request, or `{ until }` to wait for an outage to end. `until` begins when
   * `deadline` does. Default: that of `connect`.
   */
  readonly retry?: number | RetryUntil | undefined;
  /**
   * Called for each request of the call that gets a response, after its last attempt: for the status, the id of the request
   * and the timings. No call waits for it, or fails if it throws. It holds no personal data and no token.
   */
  readonly onResponse?: ((response: ResponseInfo) => unknown) | undefined;
  /**
   * The beginning on the monotonic clock, for a call that is part of an earlier one.
   * @internal
   */
  readonly began?: number | undefined;
  /** Decides which calls go first when several wait for the throttle. Default: `normal`, for collections `bulk`. */
  readonly priority?: Priority | undefined;
}

/** One call, described by the layers above. */
export interface TransportRequest extends SendOptions {
  readonly method: Method;
  readonly url: URL;
  /** Fixed words for messages and logs, such as `tasks.items of client`; never an id or a name. */
  readonly target: string;
  readonly operation: Operation;
  /** The deadline on the monotonic clock. Only the transport sets it. */
  readonly deadlineAt?: number | undefined;
  /** Set if a file is accepted as well as JSON. */
  readonly orFile?: boolean | undefined;
  /** Media type accepted besides `application/json`, which errors have. Default: none. */
  readonly accept?: string | undefined;
  /** A sentence for the message. Set if a 401 has other reasons than the token, which is then not renewed. */
  readonly unauthorizedHint?: string | undefined;
  /** Set if an HTML page can only come from a gateway: for example a login page instead of a file. */
  readonly noPage?: boolean | undefined;
  /** Expected bytes of a file, if known. A small file is read ahead. */
  readonly size?: number | undefined;
  /** Set for a file, which is requested without compression: Node does not notice if a compressed body is truncated. */
  readonly isFile?: boolean | undefined;
  /** A JSON object. */
  readonly body?: object | undefined;
}

/** A response, read to its end. */
export interface TransportResponse {
  readonly method: Method;
  readonly operation: Operation;
  readonly status: number;
  /** The URL that responded, which is the base of relative links. */
  readonly url: URL;
  /** The parsed JSON; `undefined` if the response has no body or is no JSON. */
  readonly document: unknown;
  /** The body as text; empty if there was none. */
  readonly text: string;
  /** `Location`, if there is one. */
  readonly location: string | undefined;
  /** The server's clock when the body had come, by the `Date` header; `undefined` if that is unreadable. */
  readonly serverTime: Date | undefined;
  readonly attempts: number;
  /** Milliseconds spent waiting for the throttle and between attempts. */
  readonly waited: number;
}

/** A response whose body is not read yet. It holds a connection until the body ends, fails or is cancelled. */
export interface TransportStream {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  /** Bytes of the body as it is read; `undefined` if unknown. */
  readonly length: number | undefined;
  /** Whether `fetch` decompresses the body. A page may not be able to see that. */
  readonly encoding: 'none' | 'unpacked' | 'hidden';
  /** As the `Content-Type` names it; `undefined` if it names none. */
  readonly charset: string | undefined;
  /** Bytes of the body as text. */
  decode(bytes: Uint8Array): string;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends the body, even while it is read. */
  cancel(reason?: unknown): void;
  readonly attempts: number;
  readonly waited: number;
}

/** A connection, as the layers above use it. */
export interface Connection {
  /** Sends a request and reads its response to the end. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Sends a request and returns its body unread, which holds a connection until it ends. */
  open(request: TransportRequest): Promise<TransportStream>;
  /** Sends a request and reads its response if that is JSON; else returns its body unread. */
  sendOrOpen(request: TransportRequest): Promise<TransportResponse | TransportStream>;
  /**
   * Whether a call may be retried after that number of retries. Spends one retry of the connection's budget, unless the call
   * waits for an outage to end.
   */
  spendRetry(options: SendOptions, retries: number): Promise<boolean>;
  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Milliseconds until the deadline of a call. */
  remaining(options: SendOptions): number;
  stats(): ThrottleStats;
  /** The only way to the caller's logger. Messages hold fixed words, never data of requests or responses. */
  readonly logger: SafeLogger | undefined;
  /** Ends all waiting and running calls with a `ClosedError`. */
  close(): void;
}
