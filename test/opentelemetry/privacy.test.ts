import { trace } from '@opentelemetry/api';
import type { Fetch } from 'care-platform';
import { withTelemetry } from 'care-platform/opentelemetry';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { json, lost, page, refusal, scriptedPlatform } from '../support/platform.js';
import { expectNothing, token } from '../support/secrets.js';
import { telemetry } from '../support/telemetry.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();

test('neither spans nor metrics hold the token or what is known of a patient', async () => {
  const seen = telemetry();
  skipPauses();
  const care = await platform.connect(withTelemetry({ baseUrl, token, validation: 'lenient' }, { propagate: true }));
  const fields = { last_name: 'Verhoeven', email: 'verhoeven@example.org', bsn: 999994669 };
  platform.on('GET', '/c/MRN-4711', json(clientDocument('MRN-4711', fields)));
  platform.on('PATCH', '/c/MRN-4711', refusal(500, 'Verhoeven'), page('<title>Verhoeven</title>'));
  platform.on('POST', '/c/MRN-4711/tools', refusal(500, 'Verhoeven'));
  platform.on('POST', '/c/items', lost);
  const client = await care.client({ url: `${baseUrl}/c/MRN-4711` });
  await expect(client.update({ last_name: 'Verhoeven' })).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
  await expect(client.addTool({ id: 'panic' })).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  const searching = care.searchClients({ email: 'verhoeven@example.org' }).toArray();
  await expect(searching).rejects.toMatchObject({ name: 'ConnectionError' });

  const stop = new AbortController();
  platform.on('GET', '/c', () => {
    stop.abort(new Error('Verhoeven'));
    return new Response();
  });
  await expect(care.request({ url: 'c' }, { signal: stop.signal })).rejects.toThrow('Verhoeven');

  const spans = seen.spans().map(({ name, attributes, status, events, links }) => ({
    name,
    attributes,
    status,
    events,
    links,
  }));
  expect(spans.length).toBeGreaterThan(10);
  expectNothing(spans);
  for (const metric of ['http.client.request.duration', 'care_platform.throttle.wait', 'care_platform.calls.waiting']) {
    const points = await seen.points(metric);
    expect(points.length).toBeGreaterThan(0);
    expectNothing(points);
  }
});

test('instrumentations of `fetch` record no span of their own, whose URL would hold ids', async () => {
  const seen = telemetry();
  const instrumented: Fetch = (url, init) => {
    const span = trace.getTracer('an instrumentation').startSpan('GET', { attributes: { 'url.full': url } });
    return fetch(url, init).finally(() => span.end());
  };
  const care = await platform.connect(withTelemetry({ baseUrl, token, fetch: instrumented }));
  platform.on('GET', '/c/MRN-4711', json({}));
  await care.request({ url: 'c/MRN-4711' });
  expect(seen.tree()).toEqual([...['GET application root', '  GET /api/2'], ...['GET request', '  GET /api/2/c/*']]);
});
