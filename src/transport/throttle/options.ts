/** The limits of the platform. They count per IP address, not per connection or token. */
export interface ThrottleOptions {
  /** Requests per second: how fast the server's leaky bucket drains. Default: 30, as documented. From 0.01 to 1000. */
  requestsPerSecond?: number | undefined;
  /** Requests that may go at once after a rest. Default: 29, one below the documented 30. Integer, 1 to 1000. */
  burst?: number | undefined;
  /** Open sockets, including idle ones that are kept alive. Default: 20, as documented. Integer, 1 to 1000. */
  connections?: number | undefined;
}

/** The options with their defaults. */
export type Limits = Readonly<Record<keyof ThrottleOptions, number>>;

/** The names of all limits, to compare two sets of them. */
export const limitNames = ['requestsPerSecond', 'burst', 'connections'] as const satisfies readonly (keyof Limits)[];

/** Adds the defaults to checked options. An option that only another version of this package knows is left out. */
export function limitsFrom(options: ThrottleOptions): Limits {
  const { requestsPerSecond = 30, burst = 29, connections = 20 } = options;
  return { requestsPerSecond, burst, connections };
}
