import { isError } from '../../runtime/shape.js';

/** One of the nested errors that `fetch` threw. The error itself holds the request and its headers, so it is not kept. */
export interface Failure {
  readonly code: string | undefined;
  readonly message: string;
  /** Of a system error, for example `connect` or `getaddrinfo`. */
  readonly syscall: string | undefined;
  /** The address that failed, if Node reports it. */
  readonly hostname: string | undefined;
  readonly port: string | undefined;
}

const mostWrappings = 5;

/** From the outermost inwards: `fetch` and ky wrap the cause. If several addresses were tried, the first one counts. */
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
