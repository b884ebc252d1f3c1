import { UnexpectedResponseError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { batchOf, listDocument, listedClient } from '../support/documents.js';
import { json, type Responder, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => listedClient(String(from + index)));
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `EHR-${from + index}`);

const idOf = (client: { attribute(name: string): unknown }) => client.attribute('id');

/** A list that is batched as documented. */
function batches(items: () => readonly unknown[], details: Parameters<typeof batchOf>[2] = {}): Responder {
  return (request) => json(batchOf(items(), new URL(request.url).searchParams, details))(request);
}

const starts = () => platform.seen.map(({ url }) => Number(url.searchParams.get('start')));

describe('a batched list', () => {
  test('is requested as it is iterated, 100 at a time, until `total` is reached', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(230), { total: 230 }),
    );
    const clients = care.clients();
    expect(platform.seen).toHaveLength(0);
    expect((await clients.toArray()).map(idOf)).toEqual(numbers(230));
    expect(platform.seen.map(({ url }) => url.searchParams.get('limit'))).toEqual(['100', '100', '100']);
    expect(starts()).toEqual([0, 99, 198]);
  });

  test('without a total goes on until nothing new comes', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(5)),
    );
    expect(await care.clients({ limit: 3 }).toArray()).toHaveLength(5);
    expect(starts()).toEqual([0, 2, 4]);
  });

  test('is read whole if the platform returns fewer than requested', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(25), { cap: 10 }),
    );
    expect((await care.clients({ limit: 1000 }).toArray()).map(idOf)).toEqual(numbers(25));
  });

  test('goes on after a short page, which may only lack hidden items', async () => {
    const care = await platform.connect();
    const all = people(10);
    platform.on(
      'GET',
      '/c/items',
      json(listDocument(all.slice(0, 4))),
      json(listDocument(all.slice(3, 5))),
      (request) => json(listDocument(all.slice(Number(new URL(request.url).searchParams.get('start')))))(request),
    );
    expect(await care.clients({ limit: 4 }).toArray()).toHaveLength(10);
  });

  test.each([
    ['with total 0', 0],
    ['without a total', null],
  ])('that is empty takes one request, %s', async (_, total) => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => [], { total }),
    );
    expect(await care.clients().toArray()).toEqual([]);
    expect(await care.clients().first()).toBeUndefined();
    expect(platform.seen).toHaveLength(2);
  });

  test('begins at the start that the caller gives, even beyond the end', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(12), { total: 12 }),
    );
    expect((await care.clients({ start: 5, limit: 4 }).toArray()).map(idOf)).toEqual(numbers(7, 5));
    expect(await care.clients({ start: 50 }).toArray()).toEqual([]);
  });

  test('with `limit: 1` delivers each item once', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(4)),
    );
    expect((await care.clients({ limit: 1 }).toArray()).map(idOf)).toEqual(numbers(4));
  });

  test('that grows at its head while it is read delivers nothing twice', async () => {
    const care = await platform.connect();
    let all = people(9, 10);
    platform.on(
      'GET',
      '/c/items',
      batches(() => all),
    );
    const ids: unknown[] = [];
    for await (const client of care.clients({ limit: 4 })) {
      ids.push(idOf(client));
      if (ids.length === 4) all = [...people(2, 90), ...all];
    }
    expect(ids).toEqual(numbers(9, 10));
  });

  test('that shrinks at its head while it is read skips nothing', async () => {
    const care = await platform.connect();
    let all = people(20);
    platform.on(
      'GET',
      '/c/items',
      batches(() => all),
    );
    const ids: unknown[] = [];
    for await (const client of care.clients({ limit: 5 })) {
      ids.push(idOf(client));
      if (ids.length === 5) all = all.slice(4);
    }
    expect(ids).toEqual(numbers(20));
  });

  test('whose pages repeat is an error, not a loop', async () => {
    const care = await platform.connect();
    platform.on('GET', '/c/items', json(listDocument(people(3))));
    await expect(care.clients({ limit: 3 }).toArray()).rejects.toBeInstanceOf(UnexpectedResponseError);
    expect(platform.seen.length).toBeLessThan(5);
  });

  test('can be read page by page, with the total', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(5), { total: 5 }),
    );
    const pages = [];
    for await (const page of care.clients({ limit: 3 }).pages()) pages.push([page.items.length, page.total]);
    expect(pages).toEqual([
      [3, 5],
      [2, 5],
    ]);
  });

  test('has one page if it is empty, and no page for a last response without new items', async () => {
    const care = await platform.connect();
    const counts = async (count: number) => {
      platform.on(
        'GET',
        '/c/items',
        batches(() => people(count)),
      );
      const pages = [];
      for await (const page of care.clients({ limit: 3 }).pages()) pages.push(page.items.length);
      return pages;
    };
    expect(await counts(0)).toEqual([0]);
    expect(await counts(5)).toEqual([3, 2]);
  });

  test('starts again with each iteration', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(2), { total: 2 }),
    );
    const clients = care.clients();
    expect([await clients.toArray(), await clients.toArray()].map((all) => all.length)).toEqual([2, 2]);
    expect(platform.seen).toHaveLength(2);
  });

  test('searched with a POST carries its batch in the body', async () => {
    const care = await platform.connect();
    const all = people(5);
    platform.on('POST', '/c/items', async (request) => {
      const body = (await request.clone().json()) as { start: number; limit: number };
      return json(listDocument(all.slice(body.start, body.start + body.limit), { total: 5 }))(request);
    });
    expect(await care.searchClients({ active: true, limit: 3 }).toArray()).toHaveLength(5);
    expect(platform.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { active: true, start: 0, limit: 3 },
      { active: true, start: 2, limit: 3 },
    ]);
    expect(platform.seen.map(({ url }) => url.search)).toEqual(['', '']);
  });
});

describe('stopping', () => {
  test('by `break` or `max` asks for no more pages', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(50)),
    );
    for await (const _ of care.clients({ limit: 10 })) break;
    expect(await care.clients({ limit: 10 }).toArray({ max: 10 })).toHaveLength(10);
    expect(await care.clients({ limit: 10 }).toArray({ max: 0 })).toEqual([]);
    expect(platform.seen).toHaveLength(2);
  });

  test('by `first` asks for a single item', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(50)),
    );
    expect((await care.clients({ start: 3 }).first())?.attribute('id')).toBe('EHR-3');
    expect(platform.seen.map(({ url }) => url.search)).toEqual(['?start=3&limit=1']);
  });

  test('by an abort ends at once, between items of a page too, with the signal’s reason', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/items',
      batches(() => people(50)),
    );
    const stop = new AbortController();
    const reason = new Error('enough');
    let count = 0;
    const run = async () => {
      for await (const _ of care.clients({ limit: 10 }, { signal: stop.signal })) if (++count === 3) stop.abort(reason);
    };
    await expect(run()).rejects.toBe(reason);
    expect(count).toBe(3);
    expect(platform.seen).toHaveLength(1);
  });
});
