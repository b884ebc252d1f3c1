import type { SendOptions } from '../transport/request.js';
import {
  anObject,
  aSignal,
  internal,
  milliseconds,
  type OptionKinds,
  oneOf,
  optionsOf,
  takeOptions,
} from '../values/options.js';
import type { JsonObject } from './document.js';
import type { Query } from './link-target.js';

/** Last argument of every method that makes a request. */
export interface RequestOptions extends SendOptions {
  /** What a later release of the platform takes and this package does not know yet; merged in unchecked. */
  readonly extra?: { readonly body?: JsonObject | undefined; readonly query?: Query | undefined } | undefined;
}

/** What every method that makes a request takes, and what some take beside it. */
export const requestKinds: OptionKinds<RequestOptions> = {
  signal: aSignal,
  timeout: milliseconds,
  deadline: milliseconds,
  until: internal,
  priority: oneOf('interactive', 'normal', 'bulk'),
  extra: optionsOf({ body: anObject, query: anObject }),
};

/** The caller's signal, checked when a method is called: an iteration reads its options only when its first item is asked for. */
export function signalOf(options: { readonly signal?: AbortSignal | undefined }): AbortSignal | undefined {
  return takeOptions('options', { options, signal: options?.signal }, { options: anObject, signal: aSignal }).signal;
}

/** What is added to one request is not meant for the other that goes with it. */
export function withoutExtra({ extra: _, ...options }: RequestOptions): RequestOptions {
  return options;
}

/** Whether a body would hold nothing that is asked for. */
export function isEmptyBody(fields: JsonObject, options: RequestOptions): boolean {
  return Object.keys({ ...fields, ...options?.extra?.body }).length === 0;
}
