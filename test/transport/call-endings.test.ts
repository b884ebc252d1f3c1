import { getEventListeners } from 'node:events';
import type { Application, ConnectOptions, Fetch, Throttle } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedInTurn } from '../support/scripted-fetch.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

const open = new OpenThrottle();
let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
  open.released.length = 0;
});

/** What never comes, but ends with the signal. */
const never = <Result>(signal: AbortSignal): Promise<Result> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const silence: Fetch = (_, { signal }) => never(signal);
const endless: Fetch = async () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')) }));

/** A connection whose calls meet these responses in turn; what was reported to the throttle by `connect` is forgotten. */
async function connected(responses: [Fetch, ...Fetch[]], options: Partial<ConnectOptions> = {}) {
  const connection = await time.until(connectedInTurn(responses, { throttle: open, ...options }, () => time.now()));
  open.released.length = 0;
  return connection;
}

const failed: Fetch = async () => Response.json({ code: 500 }, { status: 500 });
const failure = <Failure = unknown>(call: Promise<unknown>) => time.until(failureOf<Failure>(call));
const asking = (care: Application, options: object) => failure(care.request({ url: 'x' }, options));

describe('a call whose time is up rejects with what it waited for and whether it arrived:', () => {
  test('for a response', async () => {
    const { care } = await connected([silence]);
    expect(await asking(care, { timeout: 40, signal: new AbortController().signal })).toMatchObject({
      name: 'TimeoutError',
      waitedFor: 'response',
      mayHaveArrived: true,
    });
  });

  test('for the end of a body, after which its connection is given back as one that has to close', async () => {
    const { care } = await connected([endless], { retry: 0, timeout: 150 });
    expect(await asking(care, {})).toMatchObject({
      waitedFor: 'body',
      mayHaveArrived: true,
    });
    expect(open.released).toEqual(['aborted']);
  });

  test('for the first token', async () => {
    const connecting = connected([silence], { token: () => new Promise<string>(() => undefined), timeout: 40 });
    expect(await failureOf(connecting)).toMatchObject({
      waitedFor: 'token',
      mayHaveArrived: false,
    });
  });

  test('for a token, which is not asked for again', async () => {
    let asked = 0;
    const token = () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined));
    const { care } = await connected([async () => Response.json({ code: 401 }, { status: 401 })], { token });
    expect(await asking(care, { timeout: 150 })).toMatchObject({
      waitedFor: 'token',
      mayHaveArrived: false,
    });
    expect(asked).toBe(2);
  });

  test('for the whole call, during an attempt', async () => {
    const { care, askedAt } = await connected([silence]);
    expect(await asking(care, { deadline: 60 })).toMatchObject({
      waitedFor: 'call',
      mayHaveArrived: true,
    });
    expect(askedAt).toHaveLength(1);
  });

  test('for the whole call, during a second attempt, with the failure of the first', async () => {
    const { care } = await connected([failed, silence], { deadline: 200 });
    const error = await asking(care, {});
    expect(error).toMatchObject({ waitedFor: 'call', attempts: 2, cause: { name: 'ServerError' } });
  });

  test('for the whole call, while it waited for a token', async () => {
    let asked = 0;
    const token = () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined));
    const { care } = await connected([async () => Response.json({ code: 401 }, { status: 401 })], { token });
    const error = await asking(care, { deadline: 300 });
    expect(error).toMatchObject({ waitedFor: 'call', mayHaveArrived: false });
  });

  test('for the whole call, while it waited for the throttle', async () => {
    const closed = new OpenThrottle();
    const { care } = await connected([silence], { throttle: closed, baseUrl: 'https://other.example/api/2' });
    closed.acquire = ({ signal } = {}) => never(signal ?? AbortSignal.abort());
    const error = await asking(care, { deadline: 40 });
    expect(error).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 0, waited: 40 });
  });
});

describe('a closed connection', () => {
  test.each([
    ['GET', undefined],
    ['POST', 'safe'],
  ] as const)('ends a %s that runs', async (method, retryPolicy) => {
    const { care } = await connected([silence]);
    const call = care.request({ method, url: 'x', ...(retryPolicy && { retryPolicy }) });
    await time.settle();
    expect(open.running).toBe(1);
    care.close();
    expect(await failure(call)).toMatchObject({
      name: 'ClosedError',
    });
    expect(await asking(care, {})).toMatchObject({ name: 'ClosedError', attempts: 0 });
  });
});

describe('a signal', () => {
  test('ends all calls that it was given to, each with its reason, by one listener', async () => {
    const { care } = await connected([silence]);
    const stop = new AbortController();
    const calls = [1, 2, 3].map(() => failureOf(care.request({ url: 'x' }, { signal: stop.signal })));
    await time.settle();
    expect(open.running).toBe(3);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
    expect(open.released).toEqual(['aborted', 'aborted', 'aborted']);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('is left by a call that has ended, while others go on', async () => {
    const { care } = await connected([silence, async () => Response.json(1)]);
    const stop = new AbortController();
    const call = failureOf(care.request({ url: 'x' }, { signal: stop.signal }));
    await time.settle();
    expect(open.running).toBe(1);
    await time.until(care.request({ url: 'x' }, { signal: stop.signal }));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort('enough');
    expect(await call).toBe('enough');
    expect(open.released).toEqual(['done', 'aborted']);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('ends the wait between two attempts', async () => {
    const stop = new AbortController();
    const hooks = { beforeRetry: () => stop.abort(new Error('enough')) };
    const { care, askedAt } = await connected([failed], { hooks });
    expect(await asking(care, { signal: stop.signal })).toMatchObject({ message: 'enough' });
    expect(askedAt).toHaveLength(1);
  });
});

test('a throttle receives whose call it is, how urgent, and of a retry which permit came before', async () => {
  const asked: Parameters<Throttle['acquire']>[0][] = [];
  const permits: unknown[] = [];
  class Listening extends OpenThrottle {
    override async acquire(options: Parameters<Throttle['acquire']>[0]) {
      asked.push(options);
      const permit = await super.acquire(options);
      permits.push(permit);
      return permit;
    }
  }
  const throttle = new Listening();
  const { care } = await connected([failed, async () => Response.json(1)], {
    throttle,
    baseUrl: 'https://another.example/api/2',
  });
  expect(await time.until(care.request({ url: 'x' }, { priority: 'interactive' }))).toMatchObject({ attempts: 2 });
  const [root, first, second] = asked;
  expect([root?.priority, first?.priority, second?.priority]).toEqual(['normal', 'interactive', 'interactive']);
  expect(first?.owner).toBe(root?.owner);
  expect([first?.again, second?.again]).toEqual([undefined, permits[1]]);
});

describe('a call that failed', () => {
  test('is not sent again if its deadline comes before the wait is over', async () => {
    const { care, askedAt } = await connected([failed]);
    const error = await asking(care, { deadline: 180 });
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1 });
    expect(askedAt).toHaveLength(1);
  });

  test('is sent again if there is time for it', async () => {
    const { care } = await connected([failed, async () => Response.json(1)]);
    expect(await time.until(care.request({ url: 'x' }, { deadline: 190 }))).toMatchObject({ attempts: 2 });
  });

  test('reports that it may have been applied if it is repeatable', async () => {
    const { care } = await connected([failed], { retry: 0 });
    const error = await failure(care.request({ method: 'PATCH', url: 'x', retryPolicy: 'repeatable' }));
    expect(String(error)).toMatch(/ It may have been applied; retrying it is safe\.$/);
  });

  test.each([
    [undefined, / Read what it should change\.$/],
    ['/api/2/x/1', / Read what it should change\. `resourceUrl\(\)` returns the URL that the response named\.$/],
  ])('reports what to check if its outcome is unknown (Location: %s)', async (location, check) => {
    const init = { status: 201, headers: { 'content-type': 'application/json', ...(location && { location }) } };
    const { care } = await connected([async () => new Response('{"cut', init)]);
    const error = await failure(care.request({ method: 'POST', url: 'x' }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', message: expect.stringMatching(check) });
  });
});
