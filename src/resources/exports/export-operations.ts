import { once, withNames } from '../writes/operations.js';

/** The writes of exports. */
export const exportOperations = withNames({
  /** `startExport`. */
  startExport: once('each request starts another job', 'Search the exports for a new one with the same options.'),
  /** `cancel`. */
  cancelExport: once('a retry is refused if the first attempt was applied', 'Read the export, and check its `state`.'),
});
