/** Where a server listens, and what else it answers. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Default `127.0.0.1`: this machine only, since nothing here is encrypted (CON-3). */
  hostname?: string | undefined;
  /** A certificate and its key in PEM; the server then speaks HTTPS (CON-3). */
  tls?: { cert: string; key: string } | undefined;
  /**
   * Also answers below `/_sandbox`, to this machine and to no web page: clock, faults, mails, requests and hooks as JSON, for
   * tests in other languages. These requests count for no limit, and the journal has none of them. Default `false`.
   */
  control?: boolean | undefined;
  /**
   * Names under which any caller may use `/_sandbox`, such as `['sandbox']` for a service container. Whoever reaches the
   * server then controls it and reads its tokens. Default none.
   */
  hosts?: readonly string[] | undefined;
  /** Milliseconds for the head of a request to arrive, and for a TLS handshake; the connection is then closed. Default 10,000. */
  headersTimeout?: number | undefined;
  /** Milliseconds for a whole request to arrive. Default 60,000. */
  requestTimeout?: number | undefined;
}

/** @throws TypeError if a name is none: one with a scheme, a port or a `*` would never match. */
export function checkListenOptions({ hosts = [] }: ListenOptions): void {
  for (const host of hosts) {
    if (/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(host)) continue;
    throw new TypeError(`A host is a name such as sandbox, without scheme and port, not ${JSON.stringify(host)}.`);
  }
}

/** What a server has seen so far, without what went to `/_sandbox`. */
export interface ServerStats {
  /** Open now, idle ones too. */
  readonly openConnections: number;
  /** The most connections that were open at once, refused ones included. */
  readonly highestConnections: number;
  /** All of them, refused ones too. */
  readonly requests: number;
  /** Requests answered with 429. */
  readonly refused: number;
  /** When each request came in, in milliseconds of `performance.now()`; the newest, as many as the journal keeps. */
  readonly starts: readonly number[];
}

/** A sandbox that answers over real sockets. */
export interface SandboxServer {
  /** The origin, such as `http://127.0.0.1:49152`; a loopback one if it listens on all addresses. */
  readonly url: string;
  /** `url` followed by `/api/2`. */
  readonly baseUrl: string;
  /** Makes no request. */
  stats(): ServerStats;
  /** Ends all connections, idle and hanging ones too. */
  close(): Promise<void>;
  /** The same as `close`: `await using server = await sandbox.listen()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
