import { type Application, Client, connect, type ExportJob, Friend } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false, clients: 30 });
  const { baseUrl, tokens, fetch } = sandbox;
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
});

afterEach(() => care.close());

const nothing = () => undefined;
const fail = () => {
  throw new Error('no');
};
const addInfix = async (client: Client, options: { readonly signal: AbortSignal }) => {
  await client.update({ infix: 'van' }, options);
};

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** What was sent while the job ran, by method and path below the base URL. */
async function requestsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; requests: string[] }> {
  const before = sandbox.journal.length;
  const result = await job();
  return { result, requests: sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`) };
}

/** Work that stays under way until it is finished by its number. */
class OpenWork {
  readonly started: number[] = [];
  readonly aborted: number[] = [];
  readonly #finish: (() => void)[] = [];

  readonly start = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<number> => {
    const number = this.started.length;
    this.started.push(number);
    signal.addEventListener('abort', () => this.aborted.push(number));
    return new Promise((resolve) => {
      this.#finish[number] = () => resolve(number);
    });
  };

  finish(number: number): void {
    this.#finish[number]?.();
  }

  async hasStarted(count: number): Promise<void> {
    await expect.poll(() => this.started.length).toBe(count);
  }
}

describe('a filtered list', () => {
  test('has the items that pass each of its filters', async () => {
    const all = await care.clients().toArray();
    const clients = care.clients().ofKind(Client);
    expect(await clients.toArray()).toHaveLength(all.filter((user) => user instanceof Client).length);
    expect(await care.clients().ofKind(Friend).toArray()).toHaveLength(
      all.filter((user) => user instanceof Friend).length,
    );
    const named = clients.filter(({ data }) => data.id === 'EHR-1042').filter(({ data }) => data.active);
    expect((await named.toArray()).map(({ data }) => data.id)).toEqual(['EHR-1042']);
    expect(await named.filter(() => false).toArray()).toEqual([]);
  });

  test('sends nothing before it is iterated, and then what the whole list sends', async () => {
    const { result, requests } = await requestsOf(async () => care.clients({ limit: 10 }).ofKind(Client));
    expect(requests).toEqual([]);
    const whole = await requestsOf(() => care.clients({ limit: 10 }).toArray());
    expect((await requestsOf(() => result.toArray())).requests).toEqual(whole.requests);
    expect(whole.requests.length).toBeGreaterThan(3);
  });

  test('reads no page after the one that has what is asked for', async () => {
    const [first, ...others] = await care.clients().toArray();
    const last = others.at(-1);
    const find = (url = '') => care.clients({ limit: 10 }).filter((user) => user.url === url);
    expect(await requestsOf(() => find(first?.url).first())).toMatchObject({
      result: { url: first?.url },
      requests: { length: 1 },
    });
    expect((await find(last?.url).first())?.url).toBe(last?.url);
    expect(await find('https://other.example').first()).toBeUndefined();
  });

  test('keeps the total of the whole list on its pages', async () => {
    const total = (await care.clients().toArray()).length;
    for await (const page of care.clients({ limit: 10 }).ofKind(Friend).pages()) expect(page.total).toBe(total);
  });
});

describe('`map`', () => {
  test('yields the results in the order of the items, however long each takes', async () => {
    const clients = care.clients({ limit: 10 }).ofKind(Client);
    const expected = (await clients.toArray()).map(({ url }) => url);
    let turns = expected.length;
    const slowestFirst = async ({ url }: Client) => {
      for (let turn = turns--; turn > 0; turn--) await Promise.resolve();
      return url;
    };
    expect(await listed(clients.map(slowestFirst, { concurrency: 5 }))).toEqual(expected);
    expect(await listed(clients.map(({ url }) => url))).toEqual(expected);
  });

  test('works on no more items than `concurrency`, and reads no page before its items can start', async () => {
    const work = new OpenWork();
    const { requests } = await requestsOf(async () => {
      const results = care.clients({ limit: 3 }).map(work.start, { concurrency: 3 });
      const first = results.next();
      await work.hasStarted(3);
      work.finish(1);
      work.finish(0);
      expect(await first).toEqual({ done: false, value: 0 });
      expect(work.started).toEqual([0, 1, 2]);
      await results.return();
    });
    expect(requests).toHaveLength(1);
    expect(work.aborted).toEqual([0, 1, 2]);
  });

  test('works on one item at a time by default', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    };
    await care.clients().forEach(work);
    expect(most).toBe(1);
  });

  test('ends with the reason of its own signal or of the list, also while work is under way', async () => {
    for (const place of ['list', 'work'] as const) {
      const stop = new AbortController();
      const { signal } = stop;
      const work = new OpenWork();
      const list = care.clients({}, place === 'list' ? { signal } : {});
      const end = failureOf(
        list.forEach(work.start, { concurrency: 2, ...(place === 'work' && { signal }), onError: () => undefined }),
      );
      await work.hasStarted(2);
      stop.abort(new Error('enough'));
      expect(await end).toEqual(new Error('enough'));
      expect(work.aborted).toEqual([0, 1]);
    }
  });

  test.each([
    ['concurrency', { concurrency: 0 }],
    ['concurrency', { concurrency: 21 }],
    ['onError', { onError: 'gather' as never }],
    ['signal', { signal: {} as AbortSignal }],
    ['limit', { limit: 5 } as object],
  ])('refuses a wrong `%s` before it sends anything', async (name, options) => {
    const { result, requests } = await requestsOf(() => failureOf(care.clients().forEach(nothing, options)));
    expect(result).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(requests).toEqual([]);
  });

  test('refuses work that is no function', async () => {
    const failure = await failureOf(care.clients().forEach(undefined as never));
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'work' }] });
  });
});

describe('`forEach`', () => {
  test('passes a signal that requests take, and waits for all work', async () => {
    const clients = care.clients().ofKind(Client);
    const { requests } = await requestsOf(() => clients.forEach(addInfix, { concurrency: 8 }));
    const count = (await clients.toArray()).length;
    expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(count);
    expect(await clients.filter(({ data }) => data.infix !== 'van').toArray()).toEqual([]);
  });

  test('ends with the first failure, and aborts other work', async () => {
    const aborted: number[] = [];
    let started = 0;
    const work = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
      const number = started++;
      signal.addEventListener('abort', () => aborted.push(number));
      return number === 0 ? Promise.reject(new Error('no')) : new Promise(() => undefined);
    };
    expect(await failureOf(care.clients().forEach(work, { concurrency: 3 }))).toEqual(new Error('no'));
    expect(started).toBeLessThanOrEqual(3);
    expect(aborted).toHaveLength(started);
  });

  test('gives each failure with its item to `onError`, and goes on', async () => {
    const users = await care.clients().toArray();
    const failed: unknown[] = [];
    const done: string[] = [];
    await care.clients().forEach(
      (user) => {
        if (user instanceof Friend) throw new Error('a friend');
        done.push(user.url);
      },
      { concurrency: 4, onError: (failure, user) => failed.push([failure, user.url]) },
    );
    const friends = users.filter((user) => user instanceof Friend);
    expect(failed).toEqual(friends.map(({ url }) => [new Error('a friend'), url]));
    expect(done).toHaveLength(users.length - friends.length);
  });

  test('ends with the error that `onError` throws', async () => {
    const onError = () => {
      throw new Error('too many');
    };
    const failing = care.clients().forEach(fail, { onError });
    expect(await failureOf(failing)).toEqual(new Error('too many'));
  });

  test('does not give a failure to `onError` that every item would meet', async () => {
    const failed: unknown[] = [];
    sandbox.faults.add({ kind: 'response', status: 401, method: 'PATCH', path: /^\/c\//, times: 1000 });
    const failing = care
      .clients()
      .ofKind(Client)
      .forEach(addInfix, { onError: (error) => failed.push(error) });
    expect(await failureOf(failing)).toMatchObject({ name: 'UnauthorizedError' });
    expect(failed).toEqual([]);
  });

  test('gives a 401 to `onError` that an export in the wrong state gets', async () => {
    const failed: unknown[] = [];
    for (let count = 0; count < 3; count++) await care.startExport({ name: 'client' });
    sandbox.faults.add({ kind: 'response', status: 401, method: 'POST', path: /cancel$/ });
    const cancel = async (job: ExportJob) => void (await job.cancel());
    await care.exports().forEach(cancel, { onError: (error) => failed.push(error) });
    expect(failed).toMatchObject([{ name: 'UnauthorizedError' }]);
    expect(sandbox.journal.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(3);
  });

  test('ends with the failure of the list', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'GET', path: '/c/items', times: 10 });
    const failing = care.clients().forEach(nothing, { onError: nothing });
    expect(await failureOf(failing)).toMatchObject({ name: 'ForbiddenError' });
  });
});
