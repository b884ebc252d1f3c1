import { InputError } from '../errors.js';

/** Throws an InputError for what is no signal; whatever has its methods will do, since runtimes and pages have several. */
export function checkSignal(what: string, signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw InputError.of(what, 'signal', 'Must be an AbortSignal.');
  }
}
