import { type Context, context, createContextKey, propagation } from '@opentelemetry/api';
import type { Fetch, FetchInit } from 'care-platform';

/** The key of the SDKs. By its name, since the package that exports it, `@opentelemetry/core`, is part of them. */
const suppressTracing = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

const traceHeaders = ['traceparent', 'tracestate'];

/**
 * Sends each request within the context of its attempt.
 *
 * @param own kept as it is if it is wrong, so that `connect` refuses it
 * @param takeContext returns the context of the attempt that is sent now
 */
export function traceFetch(own: Fetch | undefined, takeContext: () => Context | undefined, propagate: boolean): Fetch {
  if (own !== undefined && typeof own !== 'function') return own;
  return (url, init) => {
    const attempt = takeContext();
    const traced = attempt !== undefined && propagate ? withTraceHeaders(init, attempt) : init;
    const send = () => (own ?? globalThis.fetch)(url, traced);
    return attempt === undefined ? send() : callWithin(attempt.setValue(suppressTracing, true), send);
  };
}

function withTraceHeaders(init: FetchInit, attempt: Context): FetchInit {
  try {
    const injected: Record<string, unknown> = {};
    propagation.inject(attempt, injected);
    const added = traceHeaders.map((name) => [name, injected[name]]).filter(([, value]) => typeof value === 'string');
    return { ...init, headers: { ...init.headers, ...Object.fromEntries(added) } };
  } catch {
    return init;
  }
}

/** A context manager that fails must not fail a call, nor send a request twice, nor lose its response. */
function callWithin<Result>(within: Context, call: () => Result): Result {
  let isCalled = false;
  let sent: { readonly result: Result } | undefined;
  const send = () => {
    isCalled = true;
    sent = { result: call() };
    return sent.result;
  };
  try {
    return context.with(within, send);
  } catch (thrown) {
    if (sent !== undefined) return sent.result;
    if (isCalled) throw thrown;
    return call();
  }
}
