import { getEventListeners } from 'node:events';
import type { Application, ConnectOptions, Fetch, Throttle } from 'care-platform';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectedInTurn } from '../support/answering-fetch.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';

const open = new OpenThrottle();
// No wait between attempts.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(-1);
  open.released.length = 0;
  return () => random.mockRestore();
});

/** What never comes, but ends with the signal. */
const never = <Result>(signal: AbortSignal): Promise<Result> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const silence: Fetch = (_, { signal }) => never(signal);
const endless: Fetch = async () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')) }));

/** A connection whose calls meet these answers in turn; what the throttle was told by `connect` is forgotten. */
async function connected(answers: [Fetch, ...Fetch[]], options: Partial<ConnectOptions> = {}) {
  const connection = await connectedInTurn(answers, { throttle: open, ...options });
  open.released.length = 0;
  return connection;
}

const failed: Fetch = async () => Response.json({ code: 500 }, { status: 500 });
const who = 'GET request (/api/2/*)';
const asking = (care: Application, options: object) => failureOf(care.request({ url: 'x' }, options));

describe('a call whose time is up says so, what it waited for and what became of it:', () => {
  test('for an answer', async () => {
    const { care } = await connected([silence]);
    expect(await asking(care, { timeout: 40, signal: new AbortController().signal })).toMatchObject({
      name: 'TimeoutError',
      message: `${who} timed out: no answer began within 40 ms. The connection was closed; raise \`timeout\` if this is expected.`,
      waitedFor: 'answer',
      mayHaveArrived: true,
    });
  });

  test('for the end of a body, after which its connection is given back as one that has to close', async () => {
    const { care } = await connected([endless], { retry: 0, timeout: 150 });
    expect(await asking(care, {})).toMatchObject({
      message: `${who} timed out: an answer began, but its body was not complete within 150 ms. The connection was closed; raise \`timeout\` if this is expected.`,
      waitedFor: 'body',
      mayHaveArrived: true,
    });
    expect(open.released).toEqual(['aborted']);
  });

  test('for the first token of all', async () => {
    const connecting = connected([silence], { token: () => new Promise<string>(() => undefined), timeout: 40 });
    expect(await failureOf(connecting)).toMatchObject({
      message: expect.stringMatching(
        / timed out: the `token` function gave no token within 40 ms, and without one nothing is sent\.$/,
      ),
      waitedFor: 'token',
      mayHaveArrived: false,
    });
  });

  test('for a token, which is not asked for again', async () => {
    let asked = 0;
    const token = () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined));
    const { care } = await connected([async () => Response.json({ code: 401 }, { status: 401 })], { token });
    expect(await asking(care, { timeout: 150 })).toMatchObject({
      message: `${who} timed out: the \`token\` function gave no token within 150 ms, and without one nothing is sent.`,
      waitedFor: 'token',
      mayHaveArrived: false,
    });
    expect(asked).toBe(2);
  });

  test('for all of it, while an attempt is under way', async () => {
    const { care, askedAt } = await connected([silence]);
    expect(await asking(care, { deadline: 60 })).toMatchObject({
      message: expect.stringMatching(
        / did not end within its `deadline` of 60 ms: its attempt was ended and the connection closed; 1 request sent, \d ms waited\.$/,
      ),
      waitedFor: 'call',
      mayHaveArrived: true,
    });
    expect(askedAt).toHaveLength(1);
  });

  test('for all of it, in a second attempt, with what the first one met', async () => {
    const { care } = await connected([failed, silence], { deadline: 200 });
    const failure = await asking(care, {});
    expect(failure).toMatchObject({ waitedFor: 'call', attempts: 2, cause: { name: 'ServerError' } });
    expect(String(failure)).toContain('`deadline` of 200 ms: its attempt was ended');
    expect(String(failure)).toContain('2 requests sent');
  });

  test('for all of it, while a token was waited for', async () => {
    let asked = 0;
    const token = () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined));
    const { care } = await connected([async () => Response.json({ code: 401 }, { status: 401 })], { token });
    const failure = await asking(care, { deadline: 300 });
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false });
    expect(String(failure)).toContain('it was waiting for the `token` function');
  });

  test('for all of it, while it waited for the throttle', async () => {
    const closed = new OpenThrottle();
    const { care } = await connected([silence], { throttle: closed, baseUrl: 'https://other.example/api/2' });
    closed.acquire = ({ signal } = {}) => never(signal ?? AbortSignal.abort());
    const failure = await asking(care, { deadline: 40 });
    expect(failure).toMatchObject({ mayHaveArrived: false, attempts: 0, waited: expect.toSatisfy((ms) => ms > 30) });
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /did not end within its `deadline` of 40 ms: it was waiting for the throttle; 0 requests sent, \d{2,} ms waited\.$/,
      ),
    });
  });
});

describe('a closed connection', () => {
  test.each([
    ['GET', undefined, ''],
    ['POST', 'safe', ' It had been sent, so it may have been done.'],
  ] as const)('ends a %s that runs, and says whether it may have been done', async (method, repeat, done) => {
    const { care } = await connected([silence]);
    const call = care.request({ method, url: 'x', ...(repeat && { repeat }) });
    await vi.waitFor(() => expect(open.running).toBe(1));
    care.close();
    expect(await failureOf(call)).toMatchObject({
      name: 'ClosedError',
      message: `The connection was closed with \`close()\` before ${method} request (/api/2/*) ended.${done}`,
    });
    expect(await asking(care, {})).toMatchObject({ name: 'ClosedError', attempts: 0 });
  });
});

describe('a signal', () => {
  test('ends all calls that it was given to, each with its reason, by one listener', async () => {
    const { care } = await connected([silence]);
    const stop = new AbortController();
    const calls = [1, 2, 3].map(() => asking(care, { signal: stop.signal }));
    await vi.waitFor(() => expect(open.running).toBe(3));
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
    const call = asking(care, { signal: stop.signal });
    await vi.waitFor(() => expect(open.running).toBe(1));
    await care.request({ url: 'x' }, { signal: stop.signal });
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort('enough');
    expect(await call).toBe('enough');
    expect(open.released).toEqual(['done', 'aborted']);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('ends the wait between two attempts', async () => {
    const stop = new AbortController();
    vi.spyOn(Math, 'random').mockReturnValue(100);
    const hooks = { beforeRetry: () => stop.abort(new Error('enough')) };
    const { care, askedAt } = await connected([failed], { hooks });
    expect(await asking(care, { signal: stop.signal })).toMatchObject({ message: 'enough' });
    expect(askedAt).toHaveLength(1);
  });
});

test('a throttle is told whose call it is, how urgent, and of a repeat which permit came before', async () => {
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
  expect(await care.request({ url: 'x' }, { priority: 'interactive' })).toMatchObject({ attempts: 2 });
  const [root, first, second] = asked;
  expect([root?.priority, first?.priority, second?.priority]).toEqual(['normal', 'interactive', 'interactive']);
  expect(first?.owner).toBe(root?.owner);
  expect([first?.again, second?.again]).toEqual([undefined, permits[1]]);
});

describe('a call that is not sent again says why, and what that means:', () => {
  test('since its deadline comes before the wait is over', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(200);
    const { care, askedAt } = await connected([failed]);
    const failure = await asking(care, { deadline: 20_000 });
    expect(failure).toMatchObject({ name: 'ServerError', attempts: 1 });
    expect(String(failure)).toMatch(/ It was not sent again: its `deadline` of 20000 ms comes first\.$/);
    expect(askedAt).toHaveLength(1);
  });

  test('but is where there is time for it', async () => {
    const { care } = await connected([failed, async () => Response.json(1)]);
    expect(await care.request({ url: 'x' }, { deadline: 20_000 })).toMatchObject({ attempts: 2 });
  });

  test('of what may be sent any number of times, that it may have been done', async () => {
    const { care } = await connected([failed], { retry: 0 });
    const failure = await failureOf(care.request({ method: 'PATCH', url: 'x', repeat: 'repeatable' }));
    expect(String(failure)).toMatch(/ It may have been done; doing it again does no harm\.$/);
  });

  test.each([
    [undefined, / Read what it was to change\.$/],
    ['/api/2/x/1', / Read what it was to change\. `resourceUrl\(\)` gives the place that the answer named\.$/],
  ])('of what may have been done, what to check (Location: %s)', async (location, check) => {
    const init = { status: 201, headers: { 'content-type': 'application/json', ...(location && { location }) } };
    const { care } = await connected([async () => new Response('{"cut', init)]);
    const failure = await failureOf(care.request({ method: 'POST', url: 'x' }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', message: expect.stringMatching(check) });
  });
});
