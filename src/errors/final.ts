import { isCareError } from '../errors.js';

/** Whether every other call on the connection would fail too, so that there is no use in going on with other items. */
export function concernsAllCalls(failure: unknown): boolean {
  // The platform also responds with 401 if an export is in the wrong state.
  if (isCareError(failure, 'UnauthorizedError')) return !aboutExport.test(failure.target);
  return isCareError(failure, 'ClosedError') || isCareError(failure, 'LazyLoadError');
}

const aboutExport = /^(?:cancel|download) of export/;
