import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { AttemptEnd, AttemptStart, CallEnd, CallStart, Hooks } from 'care-platform';
import { requestAttributes, responseAttributes } from './attributes.js';

interface CallTrace {
  readonly span: Span;
  /** With the span of the call: the parent of its attempts. */
  readonly context: Context;
  attempt?: Span;
}

/** A span per call, and one per attempt below it. Only the latter are of kind `CLIENT`, so backends count each request once. */
export class CallSpans implements Hooks {
  readonly #tracer: Tracer;
  readonly #server: Attributes;
  readonly #traces = new WeakMap<CallStart, CallTrace>();
  #sending: Context | undefined;

  constructor(tracer: Tracer, server: Attributes) {
    this.#tracer = tracer;
    this.#server = server;
  }

  beforeCall(call: CallStart): void {
    const parent = context.active();
    const attributes = { ...this.#server, ...requestAttributes(call) };
    const name = `${call.method} ${call.target}`;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent);
    this.#traces.set(call, { span, context: trace.setSpan(parent, span) });
  }

  beforeRequest(start: AttemptStart, call: CallStart): void {
    this.#sending = undefined;
    const callTrace = this.#traces.get(call);
    if (callTrace === undefined) return;
    const attributes = {
      ...this.#server,
      ...requestAttributes(start),
      ...(start.attempt > 1 && { 'http.request.resend_count': start.attempt - 1 }),
    };
    const name = `${start.method} ${start.path}`;
    callTrace.attempt = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, callTrace.context);
    this.#sending = trace.setSpan(callTrace.context, callTrace.attempt);
  }

  afterResponse(end: AttemptEnd, call: CallStart): void {
    endSpan(this.#traces.get(call)?.attempt, responseAttributes(end));
  }

  afterCall({ error }: CallEnd, call: CallStart): void {
    endSpan(this.#traces.get(call)?.span, error === undefined ? {} : { 'error.type': error });
  }

  /**
   * Returns the context of the attempt whose `beforeRequest` ran last, once. The transport calls `fetch` in the same turn, so
   * it is that of the attempt which is sent now.
   */
  takeContext(): Context | undefined {
    const sending = this.#sending;
    this.#sending = undefined;
    return sending;
  }
}

function endSpan(span: Span | undefined, attributes: Attributes): void {
  span?.setAttributes(attributes);
  if ('error.type' in attributes) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}
