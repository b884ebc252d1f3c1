import { clock } from '../async/clock.js';
import { printable } from '../errors/printable.js';
import type { PendingCall, PendingResponse } from './call.js';
import { redactorFor } from './failures/redact-text.js';

/** Names under which platforms and gateways send the id of a request, the most specific first. */
const idHeaders = [
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amz-request-id', 'cf-ray'],
  ...['x-cloud-trace-context', 'x-trace-id', 'x-b3-traceid', 'traceparent'],
];

/** Not `Location`, `Set-Cookie`, `Content-Disposition` and `ETag`, for example: they may hold ids, names or secrets. */
const safeHeaders = [
  ...['age', 'cache-control', 'content-encoding', 'content-length', 'content-type', 'date', 'retry-after', 'server'],
  ...['via', 'x-cache', 'ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', ...idHeaders],
];

/** The name of a file may be among the parameters of a type. */
const otherParameters = /;(?!\s*charset=[\w-]+\s*(?:;|$))[^;]*/gi;

/** Calls `onResponse` of a call that has ended. It cannot break the call. */
export function reportResponse({ request, settings, observer }: PendingCall, pending: PendingResponse): void {
  const reportFailure = () => settings.logger?.warn('The function `onResponse` failed; the call continues.');
  try {
    const { onResponse, began } = request;
    const { status, headers } = pending.response;
    const redact = redactorFor(pending);
    const shown: Record<string, string> = {};
    for (const name of safeHeaders) {
      const value = headers.get(name);
      // A gateway may put what was sent into any of them.
      const safe = name === 'content-type' ? value?.replace(otherParameters, '') : value;
      if (typeof safe === 'string') shown[name] = printable(redact(safe));
    }
    const id = idHeaders.find((name) => name in shown);
    const end = observer?.lastAttempt?.();
    if (end === undefined) return;
    const { method, target, path, attempt, waited, milliseconds, error } = end;
    const info = {
      ...{ method, target, path, status, error, headers: Object.freeze(shown), requestId: id && shown[id] },
      ...{ attempts: attempt, waited, milliseconds, elapsed: Math.round(clock.now() - (began ?? 0)) },
    };
    Promise.resolve(onResponse?.(Object.freeze(info))).catch(reportFailure);
  } catch {
    reportFailure();
  }
}
