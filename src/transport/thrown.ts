import { isError } from '../runtime/shape.js';

/** One of the errors that wrap each other in what `fetch` threw. It holds the request and its headers: nobody keeps it. */
export interface Failure {
  readonly code: string | undefined;
  readonly message: string;
  /** Where it is a system error, `connect` or `getaddrinfo` for example. */
  readonly syscall: string | undefined;
  /** The address that failed, where Node tells it. */
  readonly hostname: string | undefined;
  readonly port: string | undefined;
}

const mostWrappings = 5;

/** From the outermost inwards: `fetch` and ky wrap the cause. Of several addresses that were tried, the first one speaks. */
export function failuresIn(thrown: unknown): Failure[] {
  const failures: Failure[] = [];
  let error = thrown;
  // By shape: in Jest what undici throws is of another realm.
  for (let depth = 0; depth < mostWrappings && isError(error); depth++) {
    const { errors }: { errors?: unknown } = error as AggregateError;
    const inner: unknown = Array.isArray(errors) ? errors[0] : undefined;
    if (inner === undefined) failures.push(failure(error));
    error = inner ?? error.cause;
  }
  return failures;
}

function failure(error: Error & { code?: unknown; syscall?: unknown; hostname?: unknown; port?: unknown }): Failure {
  const { code, syscall, hostname, port, message } = error;
  return {
    code: typeof code === 'string' && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : undefined,
    message,
    syscall: typeof syscall === 'string' ? syscall : undefined,
    hostname: typeof hostname === 'string' ? hostname : undefined,
    port: typeof port === 'number' ? String(port) : undefined,
  };
}
