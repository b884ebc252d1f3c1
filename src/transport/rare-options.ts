import type { Problem } from '../errors.js';
import { methods } from '../values/methods.js';
import {
  aFunction,
  anObject,
  aText,
  type OptionChecks,
  optionCheck,
  optionsOf,
  takeOptions,
} from '../values/options.js';
import type { Fetch, SendRequest } from './fetch.js';
import { type Logger, type SafeLogger, safeLogger } from './logger.js';
import { mapToBase } from './map-to-base.js';
import { type Hooks, type Observe, observe } from './observer.js';
import { sendBy } from './own-fetch.js';
import { type OwnHeaders, takeOwnHeaders } from './own-headers.js';
import { checkThrottle, checkThrottleOptions } from './throttle/check.js';
import { noThrottle } from './throttle/no-throttle.js';
import { isThrottle } from './throttle/shared-throttle.js';
import type { Throttle, ThrottleOptions } from './throttle/throttle.js';

/** Options of `connect` that few programs set. */
export interface RareOptions extends OwnHeaders {
  readonly allowHttp?: readonly string[] | undefined;
  readonly fetch?: Fetch | undefined;
  readonly hooks?: Hooks | undefined;
  readonly logger?: Logger | undefined;
  readonly mapLink?: 'base' | ((link: URL) => URL) | undefined;
  readonly throttle?: ThrottleOptions | Throttle | false | undefined;
}

/** What a connection makes of them. */
export interface TakenOptions {
  readonly sendByOwnFetch?: SendRequest | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly logger?: SafeLogger | undefined;
  readonly observe?: Observe | undefined;
  readonly mapLink?: ((link: URL, root: URL) => URL) | undefined;
  readonly throttle?: ThrottleOptions | Throttle | undefined;
}

const hookChecks: OptionChecks<Hooks> = {
  beforeCall: aFunction,
  beforeRequest: aFunction,
  afterResponse: aFunction,
  beforeRetry: aFunction,
  afterCall: aFunction,
};

const hookNames = Object.keys(hookChecks);

const rareChecks: OptionChecks<RareOptions> = {
  allowHttp: optionCheck(
    "a list of names of hosts, such as ['sandbox']",
    (value) => Array.isArray(value) && value.every((host) => typeof host === 'string' && /^[\w.-]+$/.test(host)),
  ),
  fetch: aFunction,
  headers: anObject,
  hooks: isHooks,
  logger: methods(['warn'], ['debug', 'info', 'error']),
  mapLink: optionCheck("'base' or a function", (value) => value === 'base' || typeof value === 'function'),
  throttle: optionCheck(
    'an object or false',
    (value) => value === false || (typeof value === 'object' && value !== null),
  ),
  userAgent: aText,
};

const rareNames = Object.keys(rareChecks) as (keyof RareOptions)[];

/**
 * Checks these options of `connect`, and prepares them. A lazy module, loaded before anything is sent.
 *
 * @throws InputError for an invalid option
 */
export function takeRareOptions(options: RareOptions): TakenOptions {
  takeOptions('connect', Object.fromEntries(rareNames.map((name) => [name, options[name]])), rareChecks);
  const { fetch, headers, hooks, mapLink, userAgent } = options;
  const logger = options.logger && safeLogger(options.logger);
  const throttle = options.throttle === false ? noThrottle() : options.throttle;
  // Not in the shared throttle: an older copy of the package, which does not know every option, may have created it.
  if (throttle !== undefined) isThrottle(throttle) ? checkThrottle(throttle) : checkThrottleOptions(throttle);
  return {
    sendByOwnFetch: fetch && sendBy(fetch),
    headers: (headers ?? userAgent) === undefined ? undefined : takeOwnHeaders(options),
    logger,
    observe: (hooks ?? logger) && observe(hooks, logger),
    // Not the root, which it could change.
    mapLink: typeof mapLink === 'function' ? (link) => mapLink(link) : mapLink && mapToBase,
    throttle,
  };
}

/** A misspelt hook would never be called. An instance of a class may have other members, but needs at least one hook. */
function isHooks(value: unknown, name: string): readonly Problem[] {
  const problems = methods([], hookNames)(value, name);
  if (problems.length > 0) return problems;
  const given = value as object;
  const prototype: unknown = Object.getPrototypeOf(given);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (isPlain) return optionsOf(hookChecks)(given, name);
  if (hookNames.some((hook) => hook in given)) return [];
  return [{ name, message: `Has none of ${hookNames.join(', ')}.`, code: 'required' }];
}
