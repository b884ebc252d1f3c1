import { connect, type Fetch, InputError } from 'care-platform';
import { createSandbox, type Limits } from 'care-platform/sandbox';
import { expect, onTestFinished, vi } from 'vitest';
import { virtualTime } from '../support/virtual-time.js';
import { rule } from './rule.js';
import { invalidQuery, json, refusal, requestsOf } from './wire.js';

const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

let origins = 0;

/** A connection in virtual time, which the limits of its platform follow, and when each of its requests was sent. */
async function inVirtualTime(limits: Partial<Limits> = {}) {
  const time = virtualTime();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // A throttle outlives its connections: it must not meet the time of another test.
  const sandbox = createSandbox({ limits, baseUrl: `https://paced-${origins++}.example/api/2` });
  const sentAt: number[] = [];
  const fetch: Fetch = (url, init) => {
    vi.advanceTimersByTime(time.now() - (sentAt.at(-1) ?? time.now()));
    sentAt.push(time.now());
    return sandbox.fetch(url, init as RequestInit);
  };
  const { baseUrl, tokens } = sandbox;
  const care = await time.until(connect({ baseUrl, token: tokens.apiUser, fetch }));
  onTestFinished(() => care.close());
  return { care, sandbox, time, sentAt };
}

/** Asks a platform whose clock for the rate stands still until it is moved; returns how many were accepted. */
async function onTheClock(check: (ask: (count: number) => Promise<number>) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { baseUrl, fetch } = createSandbox();
    await check(async (count) => {
      const responses = await Promise.all(Array.from({ length: count }, () => fetch(baseUrl)));
      return responses.filter(({ status }) => status === 200).length;
    });
  } finally {
    vi.useRealTimers();
  }
}

rule('LIM-4', 'thirty requests a second are all an address has, and the client asks for no more', async () => {
  const { care, sandbox, time } = await inVirtualTime();
  await time.until(Promise.all(Array.from({ length: 45 }, () => care.refresh())));
  expect(sandbox.journal.map(({ status }) => status)).toEqual(times(46, 200));
  const slow = createSandbox({ limits: { requestsPerSecond: 5, burst: 5 } });
  const responses = await Promise.all(Array.from({ length: 8 }, () => slow.fetch(slow.baseUrl)));
  expect(responses.map(({ status }) => status)).toEqual([...times(5, 200), ...times(3, 429)]);
});

rule('LIM-5', 'a burst fills the bucket, which drains at the rate', () =>
  onTheClock(async (ask) => {
    expect(await ask(40)).toBe(30);
    vi.advanceTimersByTime(500);
    expect(await ask(40)).toBe(15);
    vi.advanceTimersByTime(1000);
    expect(await ask(40)).toBe(30);
    for (let half = 0; half < 6; half++) {
      vi.advanceTimersByTime(500);
      expect(await ask(15)).toBe(15);
    }
  }),
);

rule(
  'LIM-6',
  'over the rate one request is allowed after its share of a second, for which the client waits, then longer',
  async () => {
    await onTheClock(async (ask) => {
      await ask(30);
      vi.advanceTimersByTime(33);
      expect(await ask(1)).toBe(0);
      vi.advanceTimersByTime(1);
      expect(await ask(2)).toBe(1);
    });
    const { care, sandbox, time, sentAt } = await inVirtualTime();
    sandbox.faults.add({ kind: 'response', status: 429, times: 2 });
    await time.until(care.refresh());
    const [first = 0, second = 0, third = 0] = sentAt.slice(-3);
    expect(second - first).toBeGreaterThanOrEqual(33);
    // With nothing accepted in between, the next wait is twice as long at least.
    expect(third - second).toBeGreaterThanOrEqual(66);
  },
);

rule('LIM-7', 'requests over a limit fail with 429, and the client waits', async () => {
  const { care, sandbox, time, sentAt } = await inVirtualTime({ requestsPerSecond: 2, burst: 4 });
  const responses = await Promise.all(Array.from({ length: 6 }, () => sandbox.fetch(sandbox.baseUrl)));
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.headers.get('content-type')).toBe('application/json;charset=UTF-8');
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused && (await json(refused))).toEqual({ code: 429, message: 'Too many requests' });
  const before = sentAt.length;
  await time.until(care.refresh());
  expect(sentAt.length).toBeGreaterThan(before + 1);

  const { baseUrl, fetch, tokens } = sandbox;
  const once = await time.until(connect({ baseUrl, token: tokens.apiUser, fetch, retry: 0 }));
  sandbox.faults.add({ kind: 'response', status: 429 });
  await expect(time.until(once.refresh())).rejects.toMatchObject({
    name: 'RateLimitedError',
    status: 429,
    attempts: 1,
  });
});

rule('LIM-8', 'catalogues and conversations need a limit, so the client always sends one', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const urls = [
    care.links.get('catalogue.items').url,
    client.links.get('catalogue.selfhelp.items').url,
    client.links.get('conversations').url,
  ];
  for (const url of urls) {
    expect(await refusal(raw('GET', url))).toEqual(invalidQuery(['limit', 'Required input is missing.']));
    expect((await raw('GET', `${url}?limit=1`)).status).toBe(200);
  }
  const requests = await requestsOf(sandbox, async () => {
    await care.catalogue({ limit: 40 }).first();
    await client.catalogue({ limit: 40 }).first();
    await client.conversations({ limit: 40 }).first();
    await client.conversations().toArray({ max: 1 });
  });
  expect(requests.map((one) => /[?&]limit=(\d+)/.exec(one)?.[1])).toEqual(['1', '1', '1', '100']);
  for (const limit of [0, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => care.catalogue({ limit })).toThrow(InputError);
  }
  // @ts-expect-error: nobody should ask a costly list for more than is needed
  expect(() => care.catalogue({})).toThrow(InputError);
});
