import { getEventListeners } from 'node:events';
import type { ConnectOptions, Fetch, RetryNotice, Throttle } from 'care-platform';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedInTurn } from '../support/scripted-fetch.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

const connected = (responses: [Fetch, ...Fetch[]], options: Partial<ConnectOptions> = {}) =>
  time.until(connectedInTurn(responses, options, () => time.now()));
const failed = <Failure = unknown>(call: Promise<unknown>) => time.until(failureOf<Failure>(call));

const respond =
  (status: number, document: unknown = { code: status }): Fetch =>
  async () =>
    Response.json(document, { status });
const done = respond(200, 'done');
const sick = respond(500);
const lost: Fetch = () => Promise.reject(new TypeError('fetch failed'));
const silence: Fetch = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Lets each call through after that time, whatever its signal says. */
class SlowThrottle extends OpenThrottle {
  wait = 0;
  override async acquire({ signal: _, ...options }: Parameters<Throttle['acquire']>[0] = {}) {
    await time.wait(this.wait);
    return super.acquire(options);
  }
}

describe('a call whose deadline passes before its request is sent, sends nothing more:', () => {
  test('while a throttle holds it that heeds no signal', async () => {
    const throttle = new SlowThrottle();
    const { care, askedAt } = await connected([done], { throttle });
    throttle.wait = 60;
    expect(await failed(care.request({ url: 'x' }, { deadline: 20 }))).toMatchObject({
      name: 'TimeoutError',
      waitedFor: 'call',
      mayHaveArrived: false,
    });
    expect(throttle.released).toEqual(['done']);
    await time.advance(60);
    expect(askedAt).toEqual([]);
    expect(throttle.released).toEqual(['done', 'aborted']);
  });

  test('while the process was busy between a redirect and its goal', async () => {
    const busy: Fetch = async () => {
      time.oversleep(200);
      return new Response(null, { status: 302, headers: { location: `${baseUrl}/y` } });
    };
    const { care, askedAt } = await connected([busy, done]);
    expect(await failed(care.request({ url: 'x' }, { deadline: 150 }))).toMatchObject({
      name: 'TimeoutError',
      waitedFor: 'call',
      mayHaveArrived: false,
    });
    expect(askedAt).toHaveLength(1);
  });
});

test('a write that was closed before it was sent was not done', async () => {
  const { care } = await connected([done]);
  care.close();
  expect(await failed(care.request({ method: 'POST', url: 'x' }))).toMatchObject({
    name: 'ClosedError',
    attempts: 0,
  });
});

test('a throttle gets no earlier permit for a first attempt', async () => {
  const throttle = new OpenThrottle();
  const acquire = vi.spyOn(throttle, 'acquire');
  await connected([done], { throttle });
  expect(Object.keys(acquire.mock.lastCall?.[0] ?? {}).sort()).toEqual(['owner', 'priority', 'signal']);
});

describe('a token', () => {
  test('that came in time lets the throttle take longer', async () => {
    const throttle = new SlowThrottle();
    throttle.wait = 80;
    const { care } = await connected([done], { throttle, timeout: 40, token: async () => 'x' });
    expect(care.data.name).toBe('Care example');
  });

  test('that does not come is requested once', async () => {
    const token = vi.fn(() => new Promise<string>(() => undefined));
    const failure = await failureOf(connected([done], { token, timeout: 20 }));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'token' });
    expect(token).toHaveBeenCalledTimes(1);
  });

  test('that did not come is requested again by the next call', async () => {
    const token = vi.fn(async () => 'new');
    token.mockResolvedValueOnce('old').mockReturnValueOnce(new Promise(() => undefined));
    const { care } = await connected([respond(401), respond(401), done], { token, timeout: 100 });
    expect(await failed(care.request({ url: 'x' }))).toMatchObject({ waitedFor: 'token' });
    expect(await time.until(care.request({ url: 'x' }))).toMatchObject({ data: 'done', attempts: 2 });
  });

  test('whose source fails at a renewal fails the call with the thrown error', async () => {
    const reason = new Error('no vault');
    const token = vi.fn(() => Promise.reject(reason)).mockReturnValueOnce(Promise.resolve('x') as Promise<never>);
    const { care } = await connected([respond(401)], { token });
    expect(await failed(care.request({ url: 'x' }))).toBe(reason);
  });

  test('that two calls wait for is not requested again when one of them ends', async () => {
    let give = (_: string) => {};
    const token = vi.fn(() => new Promise<string>((resolve) => (give = resolve)));
    token.mockResolvedValueOnce('old');
    const stale: Fetch = (url, init) =>
      (init.headers.authorization === 'svc-token old' ? respond(401) : done)(url, init);
    const { care, askedAt } = await connected([stale], { token });
    const stop = new AbortController();
    const ended = failureOf(care.request({ url: 'x' }, { signal: stop.signal }));
    const first = care.request({ url: 'x' });
    await time.settle();
    expect(token).toHaveBeenCalledTimes(2);
    stop.abort('enough');
    expect(await ended).toBe('enough');
    const second = care.request({ url: 'x' });
    await time.settle();
    expect(askedAt).toHaveLength(3);
    await time.settle();
    give('new');
    expect(await Promise.all([first, second])).toMatchObject([{ data: 'done' }, { data: 'done' }]);
    expect(token).toHaveBeenCalledTimes(2);
  });
});

describe('a signal is released', () => {
  test.each<[string, [Fetch, ...Fetch[]], object]>([
    ['whose connection was lost', [lost], { retry: 0 }],
    ['that was sent again', [sick, done], {}],
    ['that got a new token', [respond(401), done], { token: async () => 'x' }],
  ])('by a call %s', async (_, responses, options) => {
    const { care } = await connected(responses, options);
    const { signal } = new AbortController();
    await time.until(care.request({ url: 'x' }, { signal }).catch(() => undefined));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('an attempt', () => {
  test('that got no response in time is followed by another if that does no harm', async () => {
    const { care } = await connected([silence, done]);
    expect(await time.until(care.request({ url: 'x' }, { timeout: 100 }))).toMatchObject({ data: 'done', attempts: 2 });
  });

  test('is sent again after the wait that the response names, and no sooner', async () => {
    time.chance = () => 0;
    const waits: number[] = [];
    const hooks = { beforeRetry: ({ wait }: RetryNotice) => waits.push(wait) };
    const { care, askedAt } = await connected([sick, done], { hooks });
    await time.until(care.request({ url: 'x' }));
    const [first = 0, second = 0] = askedAt;
    expect(waits).toEqual([125]);
    expect(second - first).toBe(125);
  });

  test.each([
    [0, 125],
    [0.5, 188],
    [1, 250],
  ])('is sent again after a wait whose upper half is left to chance (%d: %d ms)', async (chance, wait) => {
    time.chance = () => chance;
    const stop = new AbortController();
    const beforeRetry = vi.fn(() => stop.abort('enough'));
    const { care } = await connected([sick], { hooks: { beforeRetry } });
    expect(await failed(care.request({ url: 'x' }, { signal: stop.signal }))).toBe('enough');
    expect(beforeRetry).toHaveBeenCalledWith(expect.objectContaining({ wait }), expect.anything());
  });
});

describe('a failure', () => {
  const repeatable = { url: 'x', retryPolicy: 'repeatable' } as const;

  test.each([
    ['DELETE', 403, 'ForbiddenError'],
    ['PATCH', 404, 'NotFoundError'],
  ] as const)('of a %s (%i) after a lost response fails', async (method, status, name) => {
    const { care } = await connected([lost, respond(status)]);
    const failure = await failed<Error>(care.request({ ...repeatable, method }));
    expect(failure).toMatchObject({ name, attempts: 2 });
    // Node prints the stack, not the message.
    expect(failure.stack).toContain(failure.message);
  });

  test('of a first attempt that was refused does not report that it may have been applied', async () => {
    const { care } = await connected([respond(403)]);
    const { message } = await failed<Error>(care.request({ ...repeatable, method: 'PATCH' }));
    expect(message).not.toContain('may have been applied');
  });
});
