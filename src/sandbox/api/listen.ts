/** The address of a server, and its options. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Default `127.0.0.1`: only this machine, since plain HTTP is not encrypted. */
  hostname?: string | undefined;
  /**
   * The server then speaks HTTPS. `true` makes a certificate for `localhost`, `127.0.0.1`, `::1`, `hostname` and
   * `hosts`: see `SandboxServer.authority`. Or a certificate and its key in PEM. Default: plain HTTP.
   */
  tls?: true | { cert: string; key: string } | undefined;
  /**
   * Also serves `/_sandbox`, for this machine and for no web page but its own: clock, faults, mails, requests and hooks as JSON.
   * Tests in other languages use it. In a browser, `/_sandbox/` is a page that shows and controls all that. These requests count towards no limit and are not in the journal. Default `false`.
   */
  control?: boolean | undefined;
  /**
   * Names under which any caller may use `/_sandbox`, such as `['sandbox']` for a service container. Every caller that
   * reaches the server can then control it and read its tokens. Default none.
   */
  hosts?: readonly string[] | undefined;
  /**
   * Milliseconds within which the head of a request, or a TLS handshake, must arrive. After that the connection is
   * closed. Default 10,000.
   */
  headersTimeout?: number | undefined;
  /** Milliseconds within which a whole request must arrive. Default 60,000. */
  requestTimeout?: number | undefined;
}

/** Counts of a server. Requests to `/_sandbox` are not included. */
export interface ServerStats {
  /** Connections that are open now, idle ones included. */
  readonly openConnections: number;
  /** The highest number of connections open at once, refused ones included. */
  readonly highestConnections: number;
  /** All requests, refused ones included. */
  readonly requests: number;
  /** Requests that got the status 429. */
  readonly refused: number;
  /**
   * When each request arrived, in milliseconds of `performance.now()`. As many as the journal keeps, the newest ones.
   */
  readonly starts: readonly number[];
}

/** A sandbox that listens on real sockets. */
export interface SandboxServer {
  /** The origin, such as `http://127.0.0.1:49152`; a loopback one if it listens on all addresses. */
  readonly url: string;
  /** `url` followed by `/api/2`. */
  readonly baseUrl: string;
  /**
   * With `tls: true` the certificate, in PEM, of the authority that signed the server's. Clients trust it, for example
   * with `NODE_EXTRA_CA_CERTS`. It is made for this server alone. Otherwise `undefined`.
   */
  readonly authority: string | undefined;
  /** Reads the counts. Makes no request. */
  stats(): ServerStats;
  /** Closes all connections, idle and hanging ones too. */
  close(): Promise<void>;
  /** The same as `close`, for `await using server = await sandbox.listen()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
