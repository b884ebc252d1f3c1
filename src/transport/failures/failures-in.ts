import { isError } from '../../runtime/shape.js';
import { codeOf, firstOf, type Layer, layersOf } from './thrown.js';

/** One of the nested errors that `fetch` threw. The error itself is not kept, since it holds the request and its headers. */
export interface Failure {
  readonly code: string | undefined;
  readonly message: string;
  /** Of a system error, for example `connect` or `getaddrinfo`. */
  readonly syscall: string | undefined;
  /** The address that failed, if Node reports it. */
  readonly hostname: string | undefined;
  readonly port: string | undefined;
}

/** From the outermost error inwards. An error that only lists others is left out. */
export function failuresIn(thrown: unknown): Failure[] {
  // By shape: in Jest the errors of undici are of another realm.
  return layersOf(thrown).flatMap((layer) =>
    firstOf(layer.errors) === undefined && isError(layer) ? [failure(layer)] : [],
  );
}

function failure(layer: Error & Layer): Failure {
  const { syscall, hostname, port, message } = layer;
  return {
    code: codeOf(layer),
    message,
    syscall: typeof syscall === 'string' ? syscall : undefined,
    hostname: typeof hostname === 'string' ? hostname : undefined,
    port: typeof port === 'number' ? String(port) : undefined,
  };
}
