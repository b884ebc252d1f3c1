import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { withTelemetry } from 'care-platform/opentelemetry';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { json, lost, refusal, scriptedPlatform } from '../support/platform.js';
import { token } from '../support/secrets.js';
import { type Telemetry, telemetry } from '../support/telemetry.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
let seen: Telemetry;

beforeEach(() => {
  seen = telemetry();
  skipPauses();
});

async function connected() {
  const care = await platform.connect(withTelemetry({ baseUrl, token }));
  seen.forget();
  return care;
}

const server = { 'server.address': 'care.example', 'server.port': 443 };
const get = { ...server, 'http.request.method': 'GET', 'url.template': '/api/2/c/*' };

describe('a trace', () => {
  test('has a span per call, and a span per attempt below it', async () => {
    const care = await connected();
    platform.on('GET', '/c/8f31', lost, refusal(503), json({ a: 1 }));
    await care.request({ url: 'c/8f31' });
    expect(seen.tree()).toEqual(['GET request', '  GET /api/2/c/*', '  GET /api/2/c/*', '  GET /api/2/c/*']);
    expect(seen.spans().map(({ kind }) => kind)).toEqual([
      SpanKind.CLIENT,
      SpanKind.CLIENT,
      SpanKind.CLIENT,
      SpanKind.INTERNAL,
    ]);
  });

  test('has the attributes of the conventions, and an error if there is one', async () => {
    const care = await connected();
    platform.on('GET', '/c/8f31', lost, refusal(503), json({ a: 1 }));
    await care.request({ url: 'c/8f31' });
    expect(seen.spans().map(({ attributes }) => attributes)).toEqual([
      { ...get, 'error.type': 'ConnectionError' },
      { ...get, 'http.request.resend_count': 1, 'http.response.status_code': 503, 'error.type': '503' },
      { ...get, 'http.request.resend_count': 2, 'http.response.status_code': 200 },
      get,
    ]);
    const { ERROR, UNSET } = SpanStatusCode;
    expect(seen.spans().map(({ status }) => status)).toEqual([
      { code: ERROR },
      { code: ERROR },
      { code: UNSET },
      { code: UNSET },
    ]);
  });

  test('names the error that the caller gets in the span of the call', async () => {
    const care = await connected();
    platform.on('POST', '/configuration/labels', lost);
    await expect(care.createLabel('x')).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(seen.tree()).toEqual(['POST configuration.labels of application', '  POST /api/2/configuration/labels']);
    expect(seen.spans().map(({ attributes }) => attributes['error.type'])).toEqual([
      'ConnectionError',
      'OutcomeUnknownError',
    ]);
  });

  test('is part of the trace in which the call is made', async () => {
    const care = await connected();
    platform.on('GET', '/c/1', json({}));
    platform.on('GET', '/c/2', json({}));
    const tracer = trace.getTracer('a program');
    const jobs = ['1', '2'].map((id) =>
      tracer.startActiveSpan(`job ${id}`, async (span) => {
        await care.request({ url: `c/${id}` });
        span.end();
      }),
    );
    await Promise.all(jobs);
    const below = ['  GET request', '    GET /api/2/c/*'];
    expect(seen.tree().sort()).toEqual([...below, ...below, 'job 1', 'job 2'].sort());
    expect(seen.tree().slice(1, 3)).toEqual(below);
  });

  test('shows a redirect as an attempt, and a call that was never sent without one', async () => {
    const care = await connected();
    platform.on('GET', '/a', () => Response.redirect(`${baseUrl}/c/8f31/diary`));
    platform.on('GET', '/c/8f31/diary', json({}));
    await care.request({ url: 'a' });
    expect(seen.tree()).toEqual(['GET request', '  GET /api/2/*', '  GET /api/2/c/*/diary']);
    seen.forget();
    care.close();
    await expect(care.request({ url: 'a' })).rejects.toMatchObject({ name: 'ClosedError' });
    expect(seen.spans().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['GET request', 'ClosedError'],
    ]);
  });
});

test('the port of the base URL is in the attributes, and its host without it', async () => {
  platform.on('GET', 'http://localhost:4010/api/2', refusal(404));
  const failing = platform.connect(withTelemetry({ baseUrl: 'http://localhost:4010', token }));
  await expect(failing).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(seen.spans()[0]?.attributes).toMatchObject({ 'server.address': 'localhost', 'server.port': 4010 });
});
