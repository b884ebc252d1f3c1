import { type Meter, metrics, type Tracer, trace } from '@opentelemetry/api';
import { type ConnectOptions, InputError } from 'care-platform';
import { serverAttributes } from './attributes.js';
import { CallMetrics } from './call-metrics.js';
import { CallSpans } from './call-spans.js';
import { combineHooks } from './combine-hooks.js';
import { traceFetch } from './trace-fetch.js';

/** Where spans and metrics go, and whether the platform learns of a trace. */
export interface TelemetryOptions {
  /** Default: the tracer `care-platform` of the global provider. */
  readonly tracer?: Tracer | undefined;
  /** Default: the meter `care-platform` of the global provider. */
  readonly meter?: Meter | undefined;
  /**
   * Sends the headers `traceparent` and `tracestate`, as the global propagator writes them. No other header is ever added. In
   * a page of another origin, the platform must allow both headers by CORS, otherwise the browser refuses each request.
   * Default: `false`.
   */
  readonly propagate?: boolean | undefined;
}

/**
 * Options for `connect` that report each call to OpenTelemetry: a span per call, a span per attempt below it, and metrics. No
 * attribute holds a body, a query, a name, an id or a token. `fetch` and `hooks` of the options are kept, and called as before.
 *
 * `fetch` runs with tracing suppressed. Instrumentations of `fetch` would otherwise record URLs, which hold ids of patients.
 *
 * @throws InputError for an unknown option, or one of another type
 */
export function withTelemetry(options: ConnectOptions, telemetry: TelemetryOptions = {}): ConnectOptions {
  checkTelemetry(telemetry);
  const { tracer = trace.getTracer('care-platform'), meter = metrics.getMeter('care-platform') } = telemetry;
  const server = serverAttributes(options.baseUrl);
  const spans = new CallSpans(tracer, server);
  return {
    ...options,
    hooks: combineHooks([spans, new CallMetrics(meter, server)], options.hooks),
    fetch: traceFetch(options.fetch, () => spans.takeContext(), telemetry.propagate === true),
  };
}

const expected: Readonly<Record<keyof TelemetryOptions, readonly [string, (value: unknown) => boolean]>> = {
  tracer: ['a tracer', (value) => typeof Object(value).startSpan === 'function'],
  meter: ['a meter', (value) => typeof Object(value).createHistogram === 'function'],
  propagate: ['true or false', (value) => typeof value === 'boolean'],
};

function checkTelemetry(telemetry: TelemetryOptions): void {
  for (const [name, value] of Object.entries(telemetry)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(expected, name)) {
      const names = Object.keys(expected).join(', ');
      throw InputError.of('withTelemetry', name, `Unknown option. There are: ${names}.`, 'unknown-field');
    }
    const [what, accepts] = expected[name as keyof TelemetryOptions];
    if (!accepts(value)) throw InputError.of('withTelemetry', name, `Must be ${what}.`);
  }
}
