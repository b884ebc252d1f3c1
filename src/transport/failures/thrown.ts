import { isError } from '../../runtime/shape.js';

/** Carries a value that `fetch` threw through ky, which would wrap it. */
export class FetchFailure extends Error {
  readonly thrown: unknown;
  /** `true` if it was thrown at once: a `fetch` that has sent something rejects. */
  readonly isSync: boolean;

  constructor(thrown: unknown, isSync: boolean) {
    super();
    this.thrown = thrown;
    this.isSync = isSync;
  }
}

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

/** From the outermost inwards. An error that only lists others is left out. */
export function failuresIn(thrown: unknown): Failure[] {
  // By shape: in Jest the errors of undici are of another realm.
  return layersOf(thrown).flatMap((layer) =>
    firstOf(layer.errors) === undefined && isError(layer) ? [failure(layer)] : [],
  );
}

function failure({ code, syscall, hostname, port, message }: Error & Layer): Failure {
  return {
    code: typeof code === 'string' && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : undefined,
    message,
    syscall: typeof syscall === 'string' ? syscall : undefined,
    hostname: typeof hostname === 'string' ? hostname : undefined,
    port: typeof port === 'number' ? String(port) : undefined,
  };
}

export interface Layer {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly hostname?: unknown;
  readonly port?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const mostWrappings = 5;

/** `fetch` and ky wrap the cause. If several addresses were tried, the first one counts. */
export function layersOf(thrown: unknown): Layer[] {
  const layers: Layer[] = [];
  for (let layer: unknown = thrown; isObject(layer) && layers.length < mostWrappings; ) {
    layers.push(layer);
    layer = firstOf(layer.errors) ?? layer.cause;
  }
  return layers;
}

function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined;
}

export function isObject(value: unknown): value is Layer & object {
  return typeof value === 'object' && value !== null;
}
