import { type Meter, metrics, type Span, type Tracer, trace } from '@opentelemetry/api';
import { connect, type Hooks } from 'care-platform';
import { withTelemetry } from 'care-platform/opentelemetry';
import { describe, expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { json, lost, scriptedPlatform } from '../support/platform.js';
import { token } from '../support/secrets.js';
import { telemetry } from '../support/telemetry.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
const failing = () => {
  throw new Error('Verhoeven');
};

test('without an SDK nothing is recorded, and calls work as before', async () => {
  const care = await platform.connect(withTelemetry({ baseUrl, token }, { propagate: true }));
  platform.on('GET', '/c/1', json({ a: 1 }));
  expect(await care.request({ url: 'c/1' })).toMatchObject({ data: { a: 1 } });
  expect(platform.seen[0]?.headers.has('traceparent')).toBe(false);
});

describe('telemetry that fails breaks no call', () => {
  const brokenSpan = new Proxy({} as Span, { get: () => failing });
  const instrument = { add: failing, record: failing };
  const create = () => instrument;
  const brokenMeter = {
    createHistogram: create,
    createUpDownCounter: create,
    createCounter: create,
  } as unknown as Meter;

  test.each([
    ['a tracer that throws', { tracer: { startSpan: failing } as unknown as Tracer }],
    ['spans that throw', { tracer: { startSpan: () => brokenSpan } as unknown as Tracer }],
    ['instruments that throw', { meter: brokenMeter }],
  ])('%s', async (_, options) => {
    skipPauses();
    const seen: string[] = [];
    const warnings: string[] = [];
    const hooks: Hooks = {
      beforeCall: () => seen.push('begins'),
      beforeRequest: () => seen.push('sent'),
      afterCall: () => seen.push('ends'),
    };
    const logger = { warn: (message: string) => void warnings.push(message) };
    const telemetryOptions = { propagate: true, ...options };
    const care = await platform.connect(withTelemetry({ baseUrl, token, hooks, logger }, telemetryOptions));
    seen.length = 0;
    platform.on('GET', '/c/1', lost, json({ a: 1 }));
    expect(await care.request({ url: 'c/1' })).toMatchObject({ data: { a: 1 }, attempts: 2 });
    // The caller's own hooks are called all the same.
    expect(seen).toEqual(['begins', 'sent', 'sent', 'ends']);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.join()).not.toContain('Verhoeven');
  });
});

describe('hooks of the options', () => {
  test('are called too, with their own `this`', async () => {
    class Statistics {
      readonly targets: string[] = [];
      beforeRequest({ target }: { target: string }) {
        this.targets.push(target);
      }
    }
    const seen = telemetry();
    const hooks = new Statistics();
    await platform.connect(withTelemetry({ baseUrl, token, hooks }));
    expect(hooks.targets).toEqual(['application root']);
    expect(seen.tree()).toEqual(['GET application root', '  GET /api/2']);
  });

  test.each([
    ['a misspelt hook', { hooks: { beforeReqest: () => 1 } }, 'hooks.beforeReqest'],
    ['a hook that is no function', { hooks: { beforeRetry: 1 } }, 'hooks.beforeRetry'],
    ['hooks that are a text', { hooks: 'console' }, 'hooks'],
    ['a `fetch` that is no function', { fetch: 'undici' }, 'fetch'],
    ['a base URL that is none', { baseUrl: 'care' }, 'baseUrl'],
    ['a misspelt option', { tokn: 'x' }, 'tokn'],
  ])('%s is refused by `connect` as without telemetry', async (_, options, name) => {
    const given = { baseUrl, token, ...options } as never;
    await expect(connect(withTelemetry(given))).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
  });
});

test.each([
  ['a misspelt option', { propogate: true }, 'propogate'],
  ['a tracer that is none', { tracer: trace }, 'tracer'],
  ['a meter that is none', { meter: metrics }, 'meter'],
  ['a text for a boolean', { propagate: 'yes' }, 'propagate'],
])('withTelemetry refuses %s', (_, options, name) => {
  const call = () => withTelemetry({ baseUrl, token }, options as never);
  expect(call).toThrow(expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name })] }));
});

test('withTelemetry changes neither its options nor the other options', () => {
  const options = Object.freeze({ baseUrl, token, retry: 1, validation: 'lenient' } as const);
  expect(withTelemetry(options)).toMatchObject({ baseUrl, token, retry: 1, validation: 'lenient' });
});
