import { requestChecks } from '../hypermedia/request-options.js';

const { extra: _, ...checks } = requestChecks;

/** The checks of the request options of feeds and resumed exports. `extra` is for a single request, and they send many. */
export const longWorkChecks = checks;
