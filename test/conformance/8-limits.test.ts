import { type Application, connect, InputError } from 'care-platform';
import { createSandbox, type SandboxServer } from 'care-platform/sandbox';
import { expect, vi } from 'vitest';
import { rule } from './rule.js';
import { invalidQuery, json, refusal, requestsOf } from './wire.js';

/** The status of so many requests, sent all at once over sockets of their own. */
async function statuses(baseUrl: string, count: number): Promise<number[]> {
  const answers = Array.from({ length: count }, async () => {
    const response = await fetch(baseUrl);
    await response.arrayBuffer();
    return response.status;
  });
  return (await Promise.all(answers)).toSorted();
}

const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

/** A platform on real sockets that answers slowly, and a client of it. */
async function slowly(check: (server: SandboxServer, care: Application) => Promise<void>): Promise<void> {
  const limits = { requestsPerSecond: 1000, burst: 1000 };
  const sandbox = createSandbox({ limits, settings: { latency: 100 } });
  await using server = await sandbox.listen();
  const throttle = { requestsPerSecond: 1000, burst: 1000 };
  const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser, throttle });
  await check(server, care);
  care.close();
}

rule('LIM-1', 'twenty connections are all an address has, and the client opens no more', async () => {
  const settings = { latency: 100 };
  await using server = await createSandbox({ settings, limits: { requestsPerSecond: 1000, burst: 1000 } }).listen();
  expect(await statuses(server.baseUrl, 25)).toEqual([...times(20, 200), ...times(5, 429)]);
  await using few = await createSandbox({ settings, limits: { connections: 3 } }).listen();
  expect(await statuses(few.baseUrl, 5)).toEqual([...times(3, 200), ...times(2, 429)]);
  await using none = await createSandbox({ settings, limits: false }).listen();
  expect(await statuses(none.baseUrl, 25)).toEqual(times(25, 200));

  await slowly(async (slow, care) => {
    await Promise.all(Array.from({ length: 60 }, () => care.refresh()));
    const { highestConnections, refused, requests } = slow.stats();
    expect([refused, requests]).toEqual([0, 61]);
    expect(highestConnections).toBeGreaterThan(10);
    expect(highestConnections).toBeLessThanOrEqual(20);
  });
});

rule('LIM-2', 'a connection that is kept open counts while nothing is asked over it', async () => {
  await using server = await createSandbox({ limits: { connections: 3 }, settings: { latency: 50 } }).listen();
  expect(await statuses(server.baseUrl, 3)).toEqual(times(3, 200));
  expect(server.stats().openConnections).toBe(3);
  // Another name of the same address: no open connection serves it.
  expect(await statuses(server.baseUrl.replace('127.0.0.1', 'localhost'), 1)).toEqual([429]);
  expect(await statuses(server.baseUrl, 1)).toEqual([200]);

  await slowly(async (slow, care) => {
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 25 }, () => care.refresh()));
      expect(slow.stats().openConnections).toBeLessThanOrEqual(20);
    }
    expect(slow.stats()).toMatchObject({ refused: 0, requests: 76 });
    expect(slow.stats().highestConnections).toBeLessThanOrEqual(20);
  });
});

/** Asks a platform whose clock for the rate stands still until it is moved; gives how many were answered. */
async function onTheClock(check: (ask: (count: number) => Promise<number>) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { baseUrl, fetch } = createSandbox();
    await check(async (count) => {
      const answers = await Promise.all(Array.from({ length: count }, () => fetch(baseUrl)));
      return answers.filter(({ status }) => status === 200).length;
    });
  } finally {
    vi.useRealTimers();
  }
}

rule(
  'LIM-4',
  'thirty requests a second are all an address has, and the client asks for no more',
  async (scene) => {
    const { sandbox, care } = scene;
    await Promise.all(Array.from({ length: 45 }, () => care.refresh()));
    expect(sandbox.journal.map(({ status }) => status)).toEqual(times(46, 200));
    const slow = createSandbox({ limits: { requestsPerSecond: 5, burst: 5 } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => slow.fetch(slow.baseUrl)));
    expect(answers.map(({ status }) => status)).toEqual([...times(5, 200), ...times(3, 429)]);
  },
  { limits: {} },
);

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
  async (scene) => {
    await onTheClock(async (ask) => {
      await ask(30);
      vi.advanceTimersByTime(33);
      expect(await ask(1)).toBe(0);
      vi.advanceTimersByTime(1);
      expect(await ask(2)).toBe(1);
    });
    const { sandbox, care } = scene;
    sandbox.faults.add({ kind: 'answer', status: 429, times: 2 });
    const before = sandbox.journal.length;
    await care.refresh();
    const [first = 0, second = 0, third = 0] = sandbox.journal.slice(before).map(({ at }) => at.getTime());
    expect(second - first).toBeGreaterThanOrEqual(33);
    // With nothing accepted in between, the next wait is twice as long at least.
    expect(third - second).toBeGreaterThanOrEqual(66);
  },
);

rule(
  'LIM-7',
  'over a limit requests fail with 429, which the client waits out, as it bears a refused connection',
  async ({ sandbox, care, raw }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => raw('GET', '')));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused && (await json(refused))).toEqual({ code: 429, message: 'Too many requests' });
    const requests = await requestsOf(sandbox, () => care.labels().toArray());
    expect(requests.length).toBeGreaterThan(1);

    const once = await connect({
      baseUrl: sandbox.baseUrl,
      token: sandbox.tokens.apiUser,
      fetch: sandbox.fetch,
      retry: 0,
    });
    sandbox.faults.add({ kind: 'answer', status: 429 });
    await expect(once.refresh()).rejects.toMatchObject({ name: 'RateLimitedError', status: 429, attempts: 1 });

    const server = await sandbox.listen();
    const { baseUrl } = server;
    await server.close();
    const gone = connect({ baseUrl, token: sandbox.tokens.apiUser, retry: 0 });
    await expect(gone).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED', mayHaveArrived: false });
  },
  { limits: { requestsPerSecond: 2, burst: 4 } },
);

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
