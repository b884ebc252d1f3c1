import type { Priority, ThrottleStats } from './throttle.js';

/**
 * Whether a request may be sent again after its answer was lost:
 * - `safe`: it changes nothing;
 * - `repeatable`: sent twice it does the same as sent once;
 * - `reconcilable`: it creates or switches something, and a look at the platform can tell whether it was done;
 * - `once`: it must never be sent twice, and nothing tells whether it was done.
 */
export type RepeatClass = 'safe' | 'repeatable' | 'reconcilable' | 'once';

/** What a request does, and so whether it may be sent again: see `operations`, which lists them all. */
export interface Operation {
  /** The key in `operations`. */
  readonly name: string;
  /** Whether it may be sent again after its answer was lost. */
  readonly repeat: RepeatClass;
  /** Why it is of that class; completes a sentence that ends in 'since'. */
  readonly why: string;
  /** What tells whether it was done, where no answer does. Empty where it may be sent again. */
  readonly check: string;
}

/** The methods of the platform's API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface SendOptions {
  /**
   * Ends the call with the signal's own reason, while it waits as well as while it runs; where a part of this package is still
   * on its way to a page, once that is there. Nothing is sent then.
   */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from when it is really sent to the end of its body. Default: that of `connect`. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for the whole call: its waits, its attempts, and the looks after a lost answer. A list has it for each of
   * its requests, a download until its first byte. It begins when the part of this package that the call needs is there.
   * Default: that of `connect`.
   */
  readonly deadline?: number | undefined;
  /**
   * When the deadline is, on the clock of the transport, where a call is part of one that began before.
   * @internal
   */
  readonly until?: number | undefined;
  /** Who goes first when calls wait for the throttle. Default: `normal`, for collections `bulk`. */
  readonly priority?: Priority | undefined;
}

/** One call as the layers above ask for it. */
export interface TransportRequest extends SendOptions {
  readonly method: Method;
  readonly url: URL;
  /** Fixed words for messages and logs, such as `tasks.items of client`; never an id or a name. */
  readonly target: string;
  readonly operation: Operation;
  /** Set where a file will do as well as JSON. */
  readonly orFile?: boolean | undefined;
  /** Media type asked for beside `application/json`, in which errors come. Default: none. */
  readonly accept?: string | undefined;
  /** Set where a 401 also means another user's job or one in the wrong state, so that no token is asked for anew. */
  readonly unauthorizedByState?: boolean | undefined;
  /** Set where an HTML page can only be a gateway's, such as a login page in place of a file. */
  readonly noPage?: boolean | undefined;
  /** Bytes that a file should have, if that is known: a small one is read in at once. */
  readonly size?: number | undefined;
  /** Set for a file, which is asked for unpacked: Node takes a packed body that was cut off for the whole. */
  readonly isFile?: boolean | undefined;
  /** A JSON object. */
  readonly body?: object | undefined;
}

/** What came back, read to its end. */
export interface TransportAnswer {
  readonly method: Method;
  readonly operation: Operation;
  readonly status: number;
  /** The URL that answered, to resolve relative links against. */
  readonly url: URL;
  /** The parsed JSON; `undefined` where the answer had no body or is no JSON. */
  readonly document: unknown;
  /** The body as text; empty where there was none. */
  readonly text: string;
  /** `Location`, where there is one and it is readable. */
  readonly location: string | undefined;
  /** The server's clock when the body had come, by the `Date` header; `undefined` where that is not readable. */
  readonly serverTime: Date | undefined;
  readonly attempts: number;
  /** Milliseconds spent waiting for the throttle and between attempts. */
  readonly waited: number;
}

/** What came back, its body still to be read. The connection is held until the body ends, fails or is cancelled. */
export interface TransportStream {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  /** Bytes that the body has as it is read; `undefined` if that is not known. */
  readonly length: number | undefined;
  /** Whether `fetch` unpacks the body. A page may not be able to see that. */
  readonly encoding: 'none' | 'unpacked' | 'hidden';
  /** As the `Content-Type` names it; `undefined` where it names none. */
  readonly charset: string | undefined;
  /** Bytes of the body as text. */
  decode(bytes: Uint8Array): string;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends the body, also while it is read. */
  cancel(reason?: unknown): void;
  readonly attempts: number;
  readonly waited: number;
}

/** A connection, as the layers above know it. */
export interface Connection {
  /** Sends a request and reads its response to the end. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Sends a request and hands over its body unread; its place is held until the body ends. */
  open(request: TransportRequest): Promise<TransportStream>;
  /** Reads JSON to its end, and opens what is a file. */
  sendOrOpen(request: TransportRequest): Promise<TransportAnswer | TransportStream>;
  /** How often a call may be sent again. */
  readonly retries: number;
  /** Whether another call may be sent again; asking counts as one retry. */
  canRetry(): boolean;
  /** Resolves after that time; rejects with the signal's reason, or when the connection is closed. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** When a call that begins now must have ended, on the monotonic clock; `undefined` if it has no deadline. */
  deadlineAt(deadline: number | undefined): number | undefined;
  /** Milliseconds until then. */
  remaining(deadlineAt: number | undefined): number;
  stats(): ThrottleStats;
  /** Fixed words only. */
  log(level: 'warn' | 'error', message: string): void;
  /** Rejects what waits and ends what runs, with a `ClosedError`. */
  close(): void;
}
