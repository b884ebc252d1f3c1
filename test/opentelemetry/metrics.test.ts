import { metrics } from '@opentelemetry/api';
import type { DataPoint, Histogram } from '@opentelemetry/sdk-metrics';
import { connect, type Fetch } from 'care-platform';
import { withTelemetry } from 'care-platform/opentelemetry';
import { expect, onTestFinished, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { telemetry } from '../support/telemetry.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

const server = { 'server.address': 'care.example', 'server.port': 443 };
const root = JSON.stringify(applicationDocument());
const accept = () => new Response(root, { headers: { 'content-type': 'application/json' } });
const refuse = (status: number, headers = {}) =>
  new Response(JSON.stringify({ code: status, message: 'Refused.' }), { status, headers });

/** A connection whose first request succeeds. */
async function connected(time: VirtualTime, respond: Fetch) {
  let requests = 0;
  const fetch: Fetch = async (url, init) => (requests++ === 0 ? accept() : respond(url, init));
  const throttle = { requestsPerSecond: 10, burst: 1 };
  const care = await time.until(connect(withTelemetry({ baseUrl, token: 'x', fetch, throttle })));
  onTestFinished(() => care.close());
  return care;
}

/** Of one data point, in milliseconds. */
function histogram(points: readonly DataPoint<number | Histogram>[]): { count: number; sum: number } {
  expect(points).toHaveLength(1);
  const [{ count, sum = 0 }] = points.map(({ value }) => value) as [Histogram];
  return { count, sum: Math.round(sum * 1000) };
}

test('the metrics of the throttle agree with its own counts', async () => {
  const seen = telemetry();
  const time = virtualTime();
  const care = await connected(time, async () => accept());
  const calls = Array.from({ length: 6 }, () => care.refresh());
  await time.settle();
  const { queued } = care.throttle.stats();
  expect(queued).toBeGreaterThan(3);
  expect(await seen.points('care_platform.calls.waiting')).toMatchObject([{ attributes: server, value: queued }]);
  await time.until(Promise.all(calls));
  expect(await seen.points('care_platform.calls.waiting')).toMatchObject([{ value: 0 }]);
  const { sent, waited } = care.throttle.stats();
  expect(histogram(await seen.points('care_platform.throttle.wait'))).toEqual({ count: sent, sum: Math.round(waited) });
});

test('the wait for the throttle does not count the pause between two attempts', async () => {
  const seen = telemetry();
  const time = virtualTime();
  const responses = [refuse(503), accept()];
  const care = await connected(time, async () => responses.shift() ?? accept());
  const call = care.refresh();
  await time.settle();
  await time.until(call);
  const { sent, waited } = care.throttle.stats();
  expect(sent).toBe(3);
  expect(histogram(await seen.points('care_platform.throttle.wait'))).toEqual({ count: sent, sum: Math.round(waited) });
});

test('responses with 429 are counted, and each request by its status', async () => {
  const seen = telemetry();
  const time = virtualTime();
  const responses = [refuse(429, { 'retry-after': '1' }), refuse(429, { 'retry-after': '1' }), accept()];
  const care = await connected(time, async () => responses.shift() ?? accept());
  await time.until(care.refresh());
  expect(care.throttle.stats().rateLimited).toBe(2);
  expect(await seen.points('care_platform.throttle.rate_limited')).toMatchObject([{ attributes: server, value: 2 }]);
  const points = await seen.points('http.client.request.duration');
  const get = { ...server, 'http.request.method': 'GET', 'url.template': '/api/2' };
  expect(points.map(({ attributes, value }) => [attributes, (value as Histogram).count])).toEqual([
    [{ ...get, 'http.response.status_code': 200 }, 2],
    [{ ...get, 'http.response.status_code': 429, 'error.type': '429' }, 2],
  ]);
});

test('a call waits before its request and between two attempts, and not while a request runs', async () => {
  const seen = telemetry();
  const time = virtualTime();
  const responses = [refuse(503), accept()];
  const care = await connected(time, async () => {
    await time.wait(2000);
    return responses.shift() ?? accept();
  });
  const waiting = async () => (await seen.points('care_platform.calls.waiting')).map(({ value }) => value);
  const call = care.refresh();
  await time.advance(50);
  expect(await waiting()).toEqual([1]);
  await time.advance(100);
  expect(await waiting()).toEqual([0]);
  await time.advance(2000);
  expect(await waiting()).toEqual([1]);
  await time.until(call);
  const durations = await seen.points('http.client.request.duration');
  expect(durations.map(({ value }) => (value as Histogram).sum)).toEqual([2, 2]);
  expect(await seen.points('care_platform.throttle.rate_limited')).toEqual([]);
});

test('calls that end while they wait are not counted as waiting any longer', async () => {
  const seen = telemetry();
  const time = virtualTime();
  const care = await connected(time, async () => accept());
  const calls = Array.from({ length: 4 }, () => care.refresh());
  await time.settle();
  care.close();
  await Promise.allSettled(calls);
  expect(await seen.points('care_platform.calls.waiting')).toMatchObject([{ value: 0 }]);
});

test('a meter of the options is used in place of the global one', async () => {
  const seen = telemetry();
  const meter = metrics.getMeter('their own');
  const care = await connect(
    withTelemetry({ baseUrl, token: 'x', fetch: async () => accept() }, { meter, tracer: undefined }),
  );
  care.close();
  expect(await seen.points('http.client.request.duration')).toHaveLength(1);
  expect(await seen.scopes()).toEqual(['their own']);
});
