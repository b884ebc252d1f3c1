// One lazy module for what few programs use, since each one costs every page a loader.

export { outageFor } from './outage.js';
export { takeOwnHeaders } from './own-headers.js';
export { reportResponse } from './response-report.js';
