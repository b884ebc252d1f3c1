import type { SendOptions } from '../transport/request.js';
import {
  aFunction,
  anObject,
  aRetry,
  aSignal,
  internal,
  milliseconds,
  type OptionChecks,
  oneOf,
  optionsOf,
  takeOptions,
} from '../values/options.js';
import type { JsonObject } from './document.js';
import type { Query } from './link-target.js';

/** Last argument of every method that makes a request. */
export interface RequestOptions extends SendOptions {
  /** Input of a later release that this package does not know yet. It is added unchecked. */
  readonly extra?: { readonly body?: JsonObject | undefined; readonly query?: Query | undefined } | undefined;
}

/** Options for following a link. */
export interface FollowOptions extends RequestOptions {
  /** Replaces parameters of the same name in the link. */
  readonly query?: Query | undefined;
}

/** Checks of the options of every method that makes a request. */
export const requestChecks: OptionChecks<RequestOptions> = {
  signal: aSignal,
  timeout: milliseconds,
  deadline: milliseconds,
  retry: aRetry,
  onResponse: aFunction,
  began: internal,
  priority: oneOf('interactive', 'normal', 'bulk'),
  extra: optionsOf({ body: anObject, query: anObject }),
};

/** Checks the caller's signal when a method is called. An iteration checks its other options only at the first item. */
export function signalOf(options: { readonly signal?: AbortSignal | undefined }): AbortSignal | undefined {
  return takeOptions('options', { options, signal: options?.signal }, { options: anObject, signal: aSignal }).signal;
}

/** The options for a second request: `extra` is meant for the first one only. */
export function withoutExtra({ extra: _, ...options }: RequestOptions): RequestOptions {
  return options;
}

/** Whether one request can serve both calls: each may wait and end as its own options say. */
export function hasSameLimits(left: RequestOptions, right: RequestOptions): boolean {
  const limits = ['timeout', 'deadline', 'retry', 'priority'] as const;
  return limits.every((name) => left[name] === right[name]);
}

/** Whether a body would be empty. */
export function isEmptyBody(fields: JsonObject, options: RequestOptions): boolean {
  return Object.keys({ ...fields, ...options?.extra?.body }).length === 0;
}
