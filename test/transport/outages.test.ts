import type { Application, ConnectionError, RequestOptions, RetryPolicy } from 'care-platform';
import { RedisUnavailableError } from 'care-platform/redis';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { json, lost, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { type SkippedPauses, skipPauses, virtualTime } from '../support/virtual-time.js';

const [second, minute] = [1000, 60_000];
const platform = scriptedPlatform();
let time: SkippedPauses;
let care: Application;
beforeEach(async () => {
  time = skipPauses();
  care = await platform.connect();
});

/** Responds so until the calls have waited that long. */
const outage =
  (milliseconds: number, during: Responder, after: Responder): Responder =>
  (request) =>
    (time.waited() < milliseconds ? during : after)(request);
const read = (options: RequestOptions) => care.request({ url: 'x' }, options);

describe('`retry: { until }`', () => {
  test.each<[string, Responder]>([
    ['broken connections', lost],
    ['a failing platform', refusal(503)],
    ['a gateway that ends requests', refusal(408)],
    ['truncated responses', page('{"a', 200, 'application/json')],
    ['the page of a gateway', page('<html>Maintenance</html>')],
  ])('waits for the end of an outage with %s', async (_, respond) => {
    platform.on('GET', '/x', outage(10 * minute, respond, json(1)));
    expect(await read({ retry: { until: '15m' } })).toMatchObject({ data: 1 });
    expect(time.waited()).toBeGreaterThanOrEqual(10 * minute);
  });

  test('doubles the pause from a quarter of a second to a minute, of which half is random', async () => {
    platform.on('GET', '/x', outage(3 * minute, lost, json(1)));
    await read({ retry: { until: '1h' } });
    expect(time.pauses).toEqual([...[188, 375, 750, 1500, 3000, 6000, 12_000, 24_000], ...[45_000, 45_000, 45_000]]);
  });

  test.each<[string, () => Exclude<RequestOptions['retry'], number | undefined>, number]>([
    ['seconds', () => ({ until: '90s' }), 90 * second],
    ['minutes', () => ({ until: '15m' }), 15 * minute],
    ['hours', () => ({ until: '2h' }), 120 * minute],
    ['milliseconds', () => ({ until: 90_000 }), 90 * second],
  ])('takes a time in %s, and begins the last attempt at its end', async (_, retry, end) => {
    const moved = virtualTime();
    let attempts = 0;
    const away = () => {
      attempts++;
      return Promise.reject(new TypeError('fetch failed'));
    };
    care = await connectedTo(away);
    const error = await moved.until(failureOf<ConnectionError>(read({ retry: retry() })));
    expect(error).toMatchObject({ name: 'ConnectionError', isTransient: true, waited: end, attempts });
  });

  test('slows down a platform that limits without end, if the throttle does not pace it', async () => {
    platform.on('GET', '/x', outage(10 * minute, refusal(429), json(1)));
    await read({ retry: { until: '15m' } });
    expect(platform.seen.length).toBeLessThan(60);
    // Ten times, it leaves the pause to the throttle.
    expect(time.pauses.slice(0, 13)).toEqual([...Array(10).fill(0), 188, 375, 750]);
  });

  test('takes a date, at which the last attempt begins', async () => {
    const moved = virtualTime();
    care = await connectedTo(() => Promise.reject(new TypeError('fetch failed')));
    const until = new Date(moved.date() + 20 * minute);
    expect(await moved.until(failureOf(read({ retry: { until } })))).toMatchObject({ waited: 20 * minute });
  });

  test('with a date that is now is over', async () => {
    const moved = virtualTime();
    care = await connectedTo(() => Promise.reject(new TypeError('fetch failed')));
    const failure = await moved.until(failureOf(read({ retry: { until: new Date(moved.date()) } })));
    expect(failure).toMatchObject({ attempts: 3 });
  });

  test('waits for responses that do not come, and not after a deadline', async () => {
    const moved = virtualTime();
    const never: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    care = await connectedTo(never as never, { timeout: 10 * second });
    const retry = { until: '5m' } as const;
    const failure = await moved.until(failureOf(read({ retry })));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'response' });
    const ended = await moved.until(failureOf(read({ retry, deadline: 5 * second })));
    expect(ended).toMatchObject({ name: 'TimeoutError', waitedFor: 'call', attempts: 1 });
  });

  test('with a date that is over makes the retries of the default, of a call and of a write that is read back', async () => {
    const retry = { until: new Date(Date.now() - minute) };
    platform.on('GET', '/x', lost);
    await failureOf(read({ retry }));
    expect(platform.seen).toHaveLength(3);
    care = await platform.connect({ retry });
    platform.on('GET', '/x', lost);
    await failureOf(read({}));
    expect(platform.seen).toHaveLength(3);
    platform.forget();
    platform.on('POST', '/c', lost);
    platform.on('POST', '/c/items', json({ '@items': [], '@links': [] }));
    await failureOf(care.createClient({ ...newClient, active: false }));
    expect(platform.seen.filter(({ url }) => url.pathname === '/api/2/c')).toHaveLength(3);
  });

  test('waits no longer than the deadline', async () => {
    platform.on('GET', '/x', lost);
    await failureOf(read({ retry: { until: '15m' }, deadline: minute }));
    expect(time.waited()).toBeLessThan(minute);
  });

  test('ends with the signal of the call, and with the connection', async () => {
    platform.on('GET', '/x', lost);
    const stop = new AbortController();
    const logger = { info: () => stop.abort(new Error('stopped')), warn: () => undefined };
    care = await platform.connect({ logger });
    platform.on('GET', '/x', lost);
    await expect(read({ retry: { until: '15m' }, signal: stop.signal })).rejects.toThrow('stopped');
    expect(platform.seen).toHaveLength(1);
  });

  test.each<[string, Responder, string]>([
    ['a bad input', refusal(400), 'BadRequestError'],
    ['a token that is not accepted', refusal(401), 'UnauthorizedError'],
    ['a missing resource', refusal(404), 'NotFoundError'],
  ])('does not wait after %s', async (_, respond, name) => {
    platform.on('GET', '/x', respond);
    expect(await failureOf(read({ retry: { until: '15m' } }))).toMatchObject({ name });
    expect(platform.seen).toHaveLength(1);
  });

  test.each<[string, Responder, number]>([
    ['a body that is too large', json({ text: 'a'.repeat(2000) }), 1],
    ['a redirect to a login page', json(null, 302, { location: '/api/2/login' }), 2],
    ['a redirect without a target', page('<html>Moved</html>', 302), 1],
    ['several choices', page('<html>Choose</html>', 300), 1],
    ['a response without content', json(null, 304), 1],
  ])('does not wait after %s', async (_, respond, sent) => {
    care = await platform.connect({ maxResponseBytes: 1000 });
    platform.on('GET', '/x', respond);
    platform.on('GET', '/login', page('<html>Sign in</html>'));
    expect(await failureOf(read({ retry: { until: '15m' } }))).toMatchObject({ name: 'UnexpectedResponseError' });
    expect(platform.seen).toHaveLength(sent);
  });

  test('does not wait after a redirect of a write', async () => {
    platform.on('PATCH', '/x', json(null, 302, { location: '/api/2/login' }));
    const request = { method: 'PATCH', url: 'x', body: { a: 1 }, retryPolicy: 'repeatable' } as const;
    const failure = await failureOf(care.request(request, { retry: { until: '15m' } }));
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 302 });
    expect(platform.seen).toHaveLength(1);
  });

  test('waits for Redis to come back', async () => {
    const { throttle } = platform;
    const acquire = throttle.acquire.bind(throttle);
    platform.on('GET', '/x', json(1));
    throttle.acquire = (options) =>
      time.waited() < 5 * minute ? Promise.reject(new RedisUnavailableError('Redis is away.')) : acquire(options);
    expect(await failureOf(read({}))).toMatchObject({ name: 'RedisUnavailableError' });
    expect(time.waited()).toBe(0);
    expect(await read({ retry: { until: '15m' } })).toMatchObject({ data: 1 });
    throttle.acquire = () => Promise.reject(new RedisUnavailableError('The password is wrong.', true));
    const before = time.waited();
    await failureOf(read({ retry: { until: '15m' } }));
    expect(time.waited()).toBe(before);
  });

  test('needs no retry of the budget of the connection, and takes none', async () => {
    platform.on('GET', '/x', outage(90 * minute, refusal(503), json(1)));
    await read({ retry: { until: '2h' } });
    expect(platform.seen.length).toBeGreaterThan(110);
    platform.forget();
    platform.on('GET', '/y', refusal(503));
    await failureOf(care.request({ url: 'y' }));
    expect(platform.seen).toHaveLength(3);
  });

  test('is logged as a warning as soon as the pauses are long', async () => {
    const lines: string[] = [];
    care = await platform.connect({
      logger: { info: () => void lines.push('info'), warn: () => void lines.push('warn') },
    });
    platform.on('GET', '/x', outage(minute, refusal(503), json(1)));
    await read({ retry: { until: '15m' } });
    expect(lines).toEqual([...Array(6).fill('info'), ...Array(3).fill('warn')]);
  });
});

describe('a write', () => {
  const write = (retryPolicy: RetryPolicy, respond: Responder) => {
    platform.on('POST', '/x', respond);
    const request = { method: 'POST', url: 'x', body: { a: 1 }, retryPolicy } as const;
    return care.request(request, { retry: { until: '15m' } });
  };

  test('that may be sent again waits for the end of an outage', async () => {
    expect(await write('repeatable', outage(10 * minute, lost, json(1)))).toMatchObject({ data: 1 });
  });

  test.each<[RetryPolicy, Responder]>([
    ['once', lost],
    ['once', refusal(503)],
    ['once', page('<html>')],
    ['reconcilable', lost],
    ['reconcilable', refusal(503)],
  ])('that may not be sent again is not: %s', async (retryPolicy, respond) => {
    expect(await failureOf(write(retryPolicy, respond))).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(platform.seen).toHaveLength(1);
  });

  test('that never arrived waits, of whatever kind it is', async () => {
    const fetchBy: typeof fetch = (...args) => {
      if (args[1]?.method === 'GET' || time.waited() >= 10 * minute) return fetch(...args);
      const cause = Object.assign(new Error('No.'), { code: 'ECONNREFUSED', syscall: 'connect' });
      return Promise.reject(new TypeError('fetch failed', { cause }));
    };
    care = await platform.connect({ fetch: fetchBy as never });
    expect(await write('once', json(1))).toMatchObject({ data: 1 });
    expect(platform.seen).toHaveLength(1);
  });

  test('that is read back waits to read, and is then sent again', async () => {
    platform.on('POST', '/c', outage(minute, lost, json(clientDocument('2'), 201)));
    platform.on('POST', '/c/items', outage(5 * minute, lost, json({ '@items': [], '@links': [] })));
    const client = await care.createClient({ ...newClient, active: false }, { retry: { until: '15m' } });
    expect(client.url).toBe(`${baseUrl}/c/2`);
    expect(platform.seen.filter(({ url }) => url.pathname === '/api/2/c')).toHaveLength(2);
  });

  test('of several requests has one time for all of them', async () => {
    const moved = virtualTime();
    const began = moved.now();
    care = await connectedTo(async (_, { method }) => {
      if (method !== 'GET') return new Response(null, { status: 425 });
      const status = moved.now() - began < 10 * minute ? 503 : 404;
      return Response.json({ code: status, message: 'It does not exist.', extra: [] }, { status });
    });
    const call = care.upsertClient('EHR-9', newClient, { retry: { until: '15m' } });
    expect(await moved.until(failureOf(call))).toMatchObject({ status: 425, isTransient: true });
    expect(moved.now() - began).toBe(15 * minute);
  });
});
