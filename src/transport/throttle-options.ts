import { InputError } from '../errors.js';

/** The limits of the platform, which count per IP address, not per connection or token. */
export interface ThrottleOptions {
  /** Requests per second the server's leaky bucket drains. Default: 30, as documented. From 0.01 to 1000. */
  requestsPerSecond?: number;
  /** Requests that may go at once when none went before. Default: 29, one below the documented 30. Integer, 1 to 1000. */
  burst?: number;
  /** Sockets open at once, idle kept-alive ones counted. Default: 20, as documented. Integer, 1 to 1000. */
  connections?: number;
}

/** The options with nothing left open. */
export type Limits = Required<ThrottleOptions>;

/** Which limits there are, for whoever compares two sets of them. */
export const limitNames = ['requestsPerSecond', 'burst', 'connections'] as const satisfies readonly (keyof Limits)[];

const defaults: Limits = { requestsPerSecond: 30, burst: 29, connections: 20 };
const leastRate = 0.01;
const most = 1000;

/** Throws an InputError for an option that is unknown or out of bounds. */
export function checkThrottleOptions(options: ThrottleOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw InputError.of('options', 'throttle', `Must be an object or false, but is ${String(options)}.`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(defaults, name)) refuse(name, `one of ${limitNames.join(', ')}`, 'unknown');
  }
  const { requestsPerSecond, burst, connections } = limitsFrom(options);
  if (!(typeof requestsPerSecond === 'number' && requestsPerSecond >= leastRate && requestsPerSecond <= most)) {
    refuse('requestsPerSecond', `a number from ${leastRate} to ${most}`, requestsPerSecond);
  }
  for (const [name, value] of Object.entries({ burst, connections })) {
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(name, `a whole number from 1 to ${most}`, value);
  }
}

/** Checked options with their defaults. What another version of this package knows and this one does not is left out. */
export function limitsFrom(options: ThrottleOptions): Limits {
  const {
    requestsPerSecond = defaults.requestsPerSecond,
    burst = defaults.burst,
    connections = defaults.connections,
  } = options;
  return { requestsPerSecond, burst, connections };
}

function refuse(name: string, expected: string, got: unknown): never {
  throw InputError.of('options', `throttle.${name}`, `Must be ${expected}, but is ${String(got)}.`);
}
