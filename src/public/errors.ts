export { ExportFailedError, PollTimeoutError } from '../errors/export-errors.js';
export * from '../errors.js';
