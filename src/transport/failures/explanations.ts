// One lazy module for what explains failures, since each one costs every page a loader.

export { diagnose } from './diagnose.js';
export { redactDetails, redactType } from './error-response.js';
export { isNetworkFailure } from './network-failure.js';
export { fieldOfRejection } from './rejected-field.js';
