import type { Attributes, Counter, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';
import type { AttemptEnd, AttemptStart, CallEnd, CallStart, Hooks, RetryNotice } from 'care-platform';
import { requestAttributes, responseAttributes } from './attributes.js';

interface WaitingCalls {
  /** Whether it is counted as waiting. */
  isCounted: boolean;
  /** Milliseconds that the call had waited when its last attempt was sent, and until the next one without the throttle. */
  elsewhere: number;
}

/** In seconds, as the conventions advise: the default of the SDK is made for milliseconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const seconds = { unit: 's', advice: { explicitBucketBoundaries: buckets } };

/** Metrics of the requests, and of what the throttle makes of them. */
export class CallMetrics implements Hooks {
  readonly #server: Attributes;
  readonly #duration: Histogram;
  readonly #wait: Histogram;
  readonly #waitingCalls: UpDownCounter;
  readonly #rateLimited: Counter;
  readonly #waits = new WeakMap<CallStart, WaitingCalls>();

  constructor(meter: Meter, server: Attributes) {
    this.#server = server;
    this.#duration = meter.createHistogram('http.client.request.duration', {
      ...seconds,
      description: 'Duration of HTTP client requests.',
    });
    this.#wait = meter.createHistogram('care_platform.throttle.wait', {
      ...seconds,
      description: 'How long each request waited for the throttle.',
    });
    this.#waitingCalls = meter.createUpDownCounter('care_platform.calls.waiting', {
      unit: '{call}',
      description: 'Calls that wait: for the throttle, for a token, or between two attempts.',
    });
    this.#rateLimited = meter.createCounter('care_platform.throttle.rate_limited', {
      unit: '{response}',
      description: 'Responses with 429, after which all calls slow down.',
    });
  }

  beforeCall(call: CallStart): void {
    const waiting = { isCounted: false, elsewhere: 0 };
    this.#waits.set(call, waiting);
    this.#count(waiting, true);
  }

  beforeRequest({ waited }: AttemptStart, call: CallStart): void {
    const waiting = this.#waits.get(call);
    if (waiting === undefined) return;
    this.#count(waiting, false);
    this.#wait.record((waited - waiting.elsewhere) / 1000, this.#server);
    waiting.elsewhere = waited;
  }

  afterResponse(end: AttemptEnd): void {
    const attributes = { ...this.#server, ...requestAttributes(end), ...responseAttributes(end) };
    this.#duration.record(end.milliseconds / 1000, attributes);
    if (end.status === 429) this.#rateLimited.add(1, this.#server);
  }

  beforeRetry({ wait }: RetryNotice, call: CallStart): void {
    const waiting = this.#waits.get(call);
    if (waiting === undefined) return;
    waiting.elsewhere += wait;
    this.#count(waiting, true);
  }

  afterCall(_: CallEnd, call: CallStart): void {
    const waiting = this.#waits.get(call);
    if (waiting !== undefined) this.#count(waiting, false);
  }

  #count(waiting: WaitingCalls, isWaiting: boolean): void {
    if (waiting.isCounted === isWaiting) return;
    waiting.isCounted = isWaiting;
    this.#waitingCalls.add(isWaiting ? 1 : -1, this.#server);
  }
}
