import { getEventListeners } from 'node:events';
import type { Fetch, RetryNotice, Throttle } from 'care-platform';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectedInTurn } from '../support/answering-fetch.js';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';

let random: ReturnType<typeof vi.spyOn>;
// No wait between attempts.
beforeEach(() => {
  random = vi.spyOn(Math, 'random').mockReturnValue(-1);
  return () => random.mockRestore();
});

const answer =
  (status: number, document: unknown = { code: status }): Fetch =>
  async () =>
    Response.json(document, { status });
const done = answer(200, 'done');
const failed = answer(500);
const lost: Fetch = () => Promise.reject(new TypeError('fetch failed'));
const silence: Fetch = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Lets each call through after that time, whatever its signal says. */
class SlowThrottle extends OpenThrottle {
  wait = 0;
  override async acquire({ signal: _, ...options }: Parameters<Throttle['acquire']>[0] = {}) {
    await pass(this.wait);
    return super.acquire(options);
  }
}

describe('a call whose deadline passes before its request is sent, sends nothing more:', () => {
  test('while a throttle holds it that heeds no signal', async () => {
    const throttle = new SlowThrottle();
    const { care, askedAt } = await connectedInTurn([done], { throttle });
    throttle.wait = 60;
    expect(await failureOf(care.request({ url: 'x' }, { deadline: 20 }))).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringMatching(
        / `deadline` of 20 ms: it was waiting for the .*; 0 requests sent, \d+ ms waited\.$/,
      ),
      waitedFor: 'call',
      mayHaveArrived: false,
    });
    expect(askedAt).toEqual([]);
    expect(throttle.released).toEqual(['done', 'aborted']);
  });

  test('while the process was busy between a redirect and its goal', async () => {
    const busy: Fetch = async () => {
      const until = performance.now() + 200;
      while (performance.now() < until);
      return new Response(null, { status: 302, headers: { location: `${baseUrl}/y` } });
    };
    const { care, askedAt } = await connectedInTurn([busy, done]);
    expect(await failureOf(care.request({ url: 'x' }, { deadline: 150 }))).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringMatching(
        / `deadline` of 150 ms: it was waiting for the throttle; 1 request sent, \d+ ms waited\.$/,
      ),
      waitedFor: 'call',
      mayHaveArrived: false,
    });
    expect(askedAt).toHaveLength(1);
  });
});

test('a write that was closed before it was sent was not done', async () => {
  const { care } = await connectedInTurn([done]);
  care.close();
  expect(await failureOf(care.request({ method: 'POST', url: 'x' }))).toMatchObject({
    name: 'ClosedError',
    message: 'The connection was closed with `close()` before POST request (/api/2/*) ended.',
    attempts: 0,
  });
});

test('a throttle is given no permit of an attempt before where there is none', async () => {
  const throttle = new OpenThrottle();
  const acquire = vi.spyOn(throttle, 'acquire');
  await connectedInTurn([done], { throttle });
  expect(Object.keys(acquire.mock.lastCall?.[0] ?? {}).sort()).toEqual(['owner', 'priority', 'signal']);
});

describe('a token', () => {
  test('that came in time lets the throttle take longer', async () => {
    const throttle = new SlowThrottle();
    throttle.wait = 80;
    const { care } = await connectedInTurn([done], { throttle, timeout: 40, token: async () => 'x' });
    expect(care.data.name).toBe('Care example');
  });

  test('that does not come is asked for once', async () => {
    const token = vi.fn(() => new Promise<string>(() => undefined));
    const failure = await failureOf(connectedInTurn([done], { token, timeout: 20 }));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'token' });
    expect(token).toHaveBeenCalledTimes(1);
  });

  test('that did not come is asked for anew by the next call', async () => {
    const token = vi.fn(async () => 'new');
    token.mockResolvedValueOnce('old').mockReturnValueOnce(new Promise(() => undefined));
    const { care } = await connectedInTurn([answer(401), answer(401), done], { token, timeout: 100 });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ waitedFor: 'token' });
    expect(await care.request({ url: 'x' })).toMatchObject({ data: 'done', attempts: 2 });
  });

  test('whose source fails when it is asked anew fails the call with what it threw', async () => {
    const reason = new Error('no vault');
    const token = vi.fn(() => Promise.reject(reason)).mockReturnValueOnce(Promise.resolve('x') as Promise<never>);
    const { care } = await connectedInTurn([answer(401)], { token });
    expect(await failureOf(care.request({ url: 'x' }))).toBe(reason);
  });

  test('that two calls wait for is not asked for again when one of them is ended', async () => {
    let give = (_: string) => {};
    const token = vi.fn(() => new Promise<string>((resolve) => (give = resolve)));
    token.mockResolvedValueOnce('old');
    const stale: Fetch = (url, init) =>
      (init.headers.authorization === 'svc-token old' ? answer(401) : done)(url, init);
    const { care, askedAt } = await connectedInTurn([stale], { token });
    const stop = new AbortController();
    const ended = failureOf(care.request({ url: 'x' }, { signal: stop.signal }));
    const first = care.request({ url: 'x' });
    await vi.waitFor(() => expect(token).toHaveBeenCalledTimes(2));
    stop.abort('enough');
    expect(await ended).toBe('enough');
    const second = care.request({ url: 'x' });
    await vi.waitFor(() => expect(askedAt).toHaveLength(3));
    await pass(5);
    give('new');
    expect(await Promise.all([first, second])).toMatchObject([{ data: 'done' }, { data: 'done' }]);
    expect(token).toHaveBeenCalledTimes(2);
  });
});

describe('a signal is left', () => {
  test.each<[string, [Fetch, ...Fetch[]], object]>([
    ['whose connection was lost', [lost], { retry: 0 }],
    ['that was sent again', [failed, done], {}],
    ['that got a new token', [answer(401), done], { token: async () => 'x' }],
  ])('by a call %s', async (_, answers, options) => {
    const { care } = await connectedInTurn(answers, options);
    const { signal } = new AbortController();
    await care.request({ url: 'x' }, { signal }).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('an attempt', () => {
  test('that got no answer in time is followed by another, where that does no harm', async () => {
    const { care } = await connectedInTurn([silence, done]);
    expect(await care.request({ url: 'x' }, { timeout: 100 })).toMatchObject({ data: 'done', attempts: 2 });
  });

  test('is sent again after the wait that was told, and no sooner', async () => {
    random.mockReturnValue(-0.6);
    const waits: number[] = [];
    const hooks = { beforeRetry: ({ wait }: RetryNotice) => waits.push(wait) };
    const { care, askedAt } = await connectedInTurn([failed, done], { hooks });
    await care.request({ url: 'x' });
    const [first = 0, second = 0] = askedAt;
    expect(waits).toEqual([50]);
    expect(second - first).toBeGreaterThan(45);
  });

  test.each([
    [0, 125],
    [0.5, 188],
    [1, 250],
  ])('is sent again after a wait whose upper half is left to chance (%d: %d ms)', async (chance, wait) => {
    random.mockReturnValue(chance);
    const stop = new AbortController();
    const beforeRetry = vi.fn(() => stop.abort('enough'));
    const { care } = await connectedInTurn([failed], { hooks: { beforeRetry } });
    expect(await failureOf(care.request({ url: 'x' }, { signal: stop.signal }))).toBe('enough');
    expect(beforeRetry).toHaveBeenCalledWith(expect.objectContaining({ wait }));
  });
});

describe('a failure', () => {
  const repeatable = { url: 'x', repeat: 'repeatable' } as const;

  test.each([
    ['DELETE', 403, 'ForbiddenError'],
    ['PATCH', 404, 'NotFoundError'],
  ] as const)('of a %s (%i) after a lost answer is none that says it is done', async (method, status, name) => {
    const { care } = await connectedInTurn([lost, answer(status)]);
    const failure = await failureOf<Error>(care.request({ ...repeatable, method }));
    expect(failure).toMatchObject({ name, attempts: 2 });
    expect(failure.message).toMatch(/ It may have been done; doing it again does no harm\.$/);
    // Node prints the stack, not the message.
    expect(failure.stack).toContain(failure.message);
  });

  test('of a first attempt that was refused does not say that it may have been done', async () => {
    const { care } = await connectedInTurn([answer(403)]);
    const { message } = await failureOf<Error>(care.request({ ...repeatable, method: 'PATCH' }));
    expect(message).not.toContain('may have been done');
  });
});
