import { context, propagation, ROOT_CONTEXT, type TextMapSetter, trace } from '@opentelemetry/api';
import { withTelemetry } from 'care-platform/opentelemetry';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { json, lost, scriptedPlatform } from '../support/platform.js';
import { token } from '../support/secrets.js';
import { type Telemetry, telemetry } from '../support/telemetry.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
let seen: Telemetry;

beforeEach(() => {
  seen = telemetry();
  skipPauses();
});

const names = () => platform.seen.map(({ headers }) => [...headers.keys()].filter((name) => name.startsWith('trace')));

describe('headers of a trace', () => {
  test('are not sent unless asked for', async () => {
    const care = await platform.connect(withTelemetry({ baseUrl, token }));
    platform.on('GET', '/c/1', json({}));
    await care.request({ url: 'c/1' });
    expect(names()).toEqual([[]]);
  });

  test('name the span of the attempt that they are sent with, also if many calls run at once', async () => {
    const care = await platform.connect(withTelemetry({ baseUrl, token }, { propagate: true }));
    seen.forget();
    const ids = Array.from({ length: 20 }, (_, index) => `8f${index}`);
    for (const id of ids) platform.on('GET', `/c/${id}`, lost, json({}));
    await Promise.all(ids.map((id) => care.request({ url: `c/${id}` })));
    const sent = platform.seen.map(({ headers }) => headers.get('traceparent'));
    const attempts = seen.spans().filter(({ name }) => name === 'GET /api/2/c/*');
    const expected = attempts.map((span) => {
      const { traceId, spanId } = span.spanContext();
      return `00-${traceId}-${spanId}-01`;
    });
    expect(sent).toHaveLength(40);
    expect([...sent].sort()).toEqual(expected.sort());
    // The two attempts of a call are in one trace.
    const traces = platform.seen.map(
      ({ url, headers }) => `${url.pathname} ${headers.get('traceparent')?.slice(3, 35)}`,
    );
    expect(new Set(traces).size).toBe(20);
  });

  test('are no others than two, whatever the propagator writes', async () => {
    propagation.disable();
    propagation.setGlobalPropagator({
      inject(_context, carrier, setter: TextMapSetter) {
        for (const name of ['traceparent', 'tracestate', 'baggage', 'authorization']) setter.set(carrier, name, 'x=y');
      },
      extract: (given) => given,
      fields: () => [],
    });
    const care = await platform.connect(withTelemetry({ baseUrl, token }, { propagate: true }));
    platform.on('GET', '/c/1', json({}));
    await care.request({ url: 'c/1' });
    const [headers] = platform.seen.map((request) => Object.fromEntries(request.headers));
    expect(headers).toMatchObject({ traceparent: 'x=y', tracestate: 'x=y' });
    expect(headers?.authorization).toContain(token);
    expect(headers).not.toHaveProperty('baggage');
  });

  test('are left out if the propagator fails, and the call goes on', async () => {
    propagation.disable();
    propagation.setGlobalPropagator({
      inject() {
        throw new Error('no carrier');
      },
      extract: (given) => given,
      fields: () => [],
    });
    const care = await platform.connect(withTelemetry({ baseUrl, token }, { propagate: true }));
    platform.on('GET', '/c/1', json({ a: 1 }));
    expect(await care.request({ url: 'c/1' })).toMatchObject({ data: { a: 1 } });
    expect(names()).toEqual([[]]);
  });
});

describe('`fetch` of the options', () => {
  test('sends the requests, within the span of the attempt', async () => {
    const active: (string | undefined)[] = [];
    const options = {
      baseUrl,
      token,
      fetch: (url: string, init: RequestInit) => {
        active.push(trace.getSpan(context.active())?.spanContext().spanId);
        return fetch(url, init);
      },
    };
    const care = await platform.connect(withTelemetry(options));
    platform.on('GET', '/c/1', json({}));
    await care.request({ url: 'c/1' });
    const attempts = seen.spans().filter(({ name }) => name.startsWith('GET /'));
    expect(active).toEqual(attempts.map((span) => span.spanContext().spanId));
  });

  test('is called once if the context manager fails before or after it', async () => {
    const calls: string[] = [];
    const options = {
      baseUrl,
      token,
      retry: 0,
      fetch: (url: string, init: RequestInit) => {
        calls.push(url.slice(baseUrl.length));
        return fetch(url, init);
      },
    };
    const care = await platform.connect(withTelemetry(options));
    platform.on('GET', '/c/1', json({}));
    const responses: unknown[] = [];
    const manager = (isBefore: boolean) => ({
      active: () => ROOT_CONTEXT,
      with: (_: unknown, run: () => Promise<unknown>) => {
        // Nothing else would handle its failure.
        if (!isBefore) run().catch(() => undefined);
        throw new Error('no storage');
      },
      bind: <Bound>(_: unknown, bound: Bound) => bound,
      enable: () => undefined,
      disable: () => undefined,
    });
    for (const isBefore of [true, false]) {
      context.disable();
      context.setGlobalContextManager(manager(isBefore) as never);
      responses.push(await care.request({ url: 'c/1' }));
    }
    expect(responses).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(calls).toEqual(['', '/c/1', '/c/1']);
  });
});
