import type { Client, Collection, Resource } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, batchOf, clientDocument, type Document, listedClient, namespace } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const conversation = (id: number): Document => ({
  '@type': `${namespace}/conversation/api`,
  '@url': `${baseUrl}/conversations/${id}`,
  subject: `About ${id}`,
  last_activity: '2026-03-01T12:00:00',
  unread: 1,
  has_call: false,
  has_ongoing_call: false,
  has_missed_call: false,
  url: `https://care.example/conversations/${id}`,
  participants: [],
});
const many = (count: number, document = conversation) => Array.from({ length: count }, (_, index) => document(index));

/** A client with these conversations, the latest first; `before` each request for them, anything may happen to the list. */
async function listing(
  list: Document[],
  before: (request: number) => unknown = () => undefined,
  total: () => number | null = () => null,
) {
  const starts: number[] = [];
  const care = await connected(({ pathname, searchParams }) => {
    if (pathname.endsWith('/c/1')) return clientDocument('1');
    before(starts.push(Number(searchParams.get('start') ?? 0)));
    return batchOf(list, searchParams, { total: total() });
  });
  return { care, client: (await care.client({ url: `${baseUrl}/c/1` })) as Client, starts };
}

const urlsOf = async (items: Collection<{ readonly url: string }>) =>
  (await items.toArray()).map(({ url }) => url).sort();
const urls = (list: readonly Document[]) => list.map((document) => String(document['@url'])).sort();

/** It gets a message: the latest comes first. */
function moveUp(list: Document[], id: number): void {
  const place = list.findIndex((document) => String(document['@url']).endsWith(`/${id}`));
  list.unshift(...list.splice(place, 1));
}

describe('a list that is sorted by a time that changes', () => {
  test('brings a conversation once that gets a message meanwhile, though it has no `@url` and its content changes', async () => {
    const withoutUrl = (id: number): Document => ({ ...conversation(id), '@url': undefined });
    const list = many(25, withoutUrl);
    const { client } = await listing(list, (request) => {
      const [moved] = request === 3 ? list.splice(1, 1) : [];
      if (moved !== undefined) list.unshift({ ...moved, unread: 2, last_activity: '2026-03-01T13:00:00' });
    });
    const subjects = (await client.conversations({ limit: 5 }).toArray()).map(({ data }) => data.subject);
    expect(subjects.sort()).toEqual(
      many(25)
        .map(({ subject }) => subject)
        .sort(),
    );
  });

  test.each([5, 2, 1])('brings an item that moves up past the reader, in pages of %i', async (limit) => {
    const list = many(25);
    const { client } = await listing(list, (request) => request === 3 && moveUp(list, 20));
    expect(await urlsOf(client.conversations({ limit }))).toEqual(urls(many(25)));
  });

  test('brings each of many that move up, once', async () => {
    const list = many(40);
    const { client } = await listing(list, (request) => request < 30 && moveUp(list, 39 - request));
    expect(await urlsOf(client.conversations({ limit: 5 }))).toEqual(urls(many(40)));
  });

  test('brings what moves up while its start is read again', async () => {
    const list = many(30);
    const { client, starts } = await listing(list, (request) => {
      if (request === 2) for (const id of [29, 28, 27, 26, 25, 24]) moveUp(list, id);
      if (request > 7 && request < 12) list.unshift(conversation(100 + request));
    });
    expect(await urlsOf(client.conversations({ limit: 5 }))).toHaveLength(34);
    expect(starts.at(-1)).toBe(0);
  });

  test.each<[string, (client: Client) => Promise<Collection<{ readonly url: string }>>]>([
    [
      'followed by its link',
      async (client) =>
        (await client.follow('conversations', { query: { limit: 10 } })) as unknown as Collection<Resource>,
    ],
    ['by a filter', async (client) => client.conversations({ limit: 10, relevant: 'all' })],
  ])('does so however it was opened: %s', async (_, open) => {
    const list = many(25);
    const { client } = await listing(list, (request) => request === 2 && moveUp(list, 20));
    expect(await urlsOf(await open(client))).toEqual(urls(many(25)));
  });

  test('is read once more from the start of the caller', async () => {
    const { client, starts } = await listing(many(25), undefined, () => 25);
    await client.conversations({ start: 4, limit: 10 }).toArray();
    expect(starts).toEqual([4, 13, 22, 4]);
  });

  test.each<[string, number | null, number[]]>([
    ['with a total', 8, [0]],
    ['without one', null, [0, 7]],
  ])('is not read again if one response held everything, %s', async (_, total, expected) => {
    const { client, starts } = await listing(many(8), undefined, () => total);
    expect(await client.conversations({ limit: 10 }).toArray()).toHaveLength(8);
    expect(starts).toEqual(expected);
  });

  test('is not read again if the caller stops before its end', async () => {
    const { client, starts } = await listing(many(25));
    await client.conversations({ limit: 5 }).toArray({ max: 20 });
    await client.conversations({ limit: 5 }).first();
    expect(starts).toEqual([0, 4, 8, 12, 16, 0]);
  });

  test('ends although something new stands at its start each time', async () => {
    const list = many(25);
    let made = 1000;
    const { client, starts } = await listing(list, (request) => request % 3 > 0 && list.unshift(conversation(made++)));
    const found = await urlsOf(client.conversations({ limit: 10 }));
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(urls(many(25))));
    expect(starts.length).toBeLessThan(40);
  });
});

test('a list too long to be remembered is not read again, so that nothing comes twice', async () => {
  const { client, starts } = await listing(many(10_100), undefined, () => 10_100);
  expect(new Set(await urlsOf(client.conversations({ limit: 1000 }))).size).toBe(10_100);
  expect(starts.filter((start) => start === 0)).toHaveLength(1);
});

describe('a list in pages of one, which cannot overlap', () => {
  test('brings every item if each is taken from the list once it was read', async () => {
    const list = Array.from({ length: 20 }, (_, index) => listedClient(String(index)));
    const all = urls(list);
    const { care } = await listing(list);
    const found: string[] = [];
    for await (const client of care.clients({ limit: 1 })) {
      found.push(client.url);
      list.splice(
        list.findIndex((document) => document['@url'] === client.url),
        1,
      );
    }
    expect(found.sort()).toEqual(all);
  });
});

test('a list that is not sorted by a time that changes is not read again', async () => {
  const { care, starts } = await listing(
    many(25, (id) => listedClient(String(id))),
    undefined,
    () => 25,
  );
  await care.clients({ limit: 10 }).toArray();
  expect(starts).toEqual([0, 9, 18]);
});
