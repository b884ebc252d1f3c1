// One lazy module for what few programs use, since each one costs every page a loader.

export { observe } from './observer.js';
export { outageFor } from './outage.js';
export { takeRareOptions } from './rare-options.js';
export { reportResponse } from './response-report.js';
