import { type Client, connect, type DiaryEntry } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { baseUrl, batchOf, clientDocument, type Document, listDocument } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    '@type': 'mood:1',
    '@url': `${baseUrl}/c/1/diary/entries/${index}`,
    '@changes': { creation_time: '2026-03-01T12:00:00', modification_time: '2026-03-01T12:00:00' },
    dt: '2026-03-01T12:00:00',
  }));

/** A client with so many entries, and the queries for them. */
async function diaryOf(respond: (query: URLSearchParams) => Document) {
  const queries: string[] = [];
  const care = await connected(({ pathname, search, searchParams }) => {
    if (pathname.endsWith('/c/1')) return clientDocument('1', {}, baseUrl);
    queries.push(search);
    return respond(searchParams);
  });
  return { client: (await care.client({ url: `${baseUrl}/c/1` })) as Client, queries };
}

/** As documented: without `@paging`, and whole without a `limit`, unless the platform caps it. */
const undocumented = (count: number, cap = Infinity) =>
  diaryOf((query) => {
    const start = Number(query.get('start'));
    return listDocument(entries(count).slice(start, start + Math.min(cap, Number(query.get('limit') ?? Infinity))));
  });

const urlsOf = (list: readonly DiaryEntry[]) => list.map(({ url }) => url);
const urls = (count: number) => entries(count).map((entry) => entry['@url']);

describe('a diary without a limit', () => {
  test.each([0, 1, 9, 98, 101, 1234])('with %i entries takes one request, which names no limit', async (count) => {
    const { client, queries } = await undocumented(count);
    expect(urlsOf(await client.diaryEntries().toArray())).toEqual(urls(count));
    expect(queries).toEqual(['?start=0']);
  });

  test('takes one request for its entries after a time, though entries can move to its start', async () => {
    const { client, queries } = await undocumented(3);
    await client.diaryEntries({ modifiedAfter: new Date('2026-03-01T00:00:00Z') }).toArray();
    expect(queries).toEqual(['?modified_after=2026-03-01T00%3A00%3A00&start=0']);
  });

  test('takes one request page by page, and from a start of the caller', async () => {
    const { client, queries } = await undocumented(123);
    const pages = [];
    for await (const { items, total } of client.diaryEntries({ start: 2 }).pages()) pages.push([items.length, total]);
    expect(pages).toEqual([[121, null]]);
    expect(queries).toEqual(['?start=2']);
  });

  test('takes one request through the sandbox, from the client and from the diary', async () => {
    const sandbox = createSandbox({ limits: false });
    const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    const client = await care.client({ id: 'EHR-1042' });
    const diary = await client.diary();
    for (const list of [client.diaryEntries(), diary.entries()]) {
      const before = sandbox.journal.length;
      await list.toArray();
      expect(sandbox.journal.length - before).toBe(1);
    }
  });

  test.each([10, 20, 25, 49, 64, 99, 100, 128, 250, 255])(
    'takes one more request with %i entries, which could be a cap',
    async (count) => {
      const { client, queries } = await undocumented(count);
      expect(urlsOf(await client.diaryEntries().toArray())).toEqual(urls(count));
      expect(queries).toEqual(['?start=0', `?start=${count - 1}`]);
    },
  );

  test('takes no more than one request with `shortPageEnds`, which says that the platform has no cap', async () => {
    const { client, queries } = await undocumented(20);
    await client.diaryEntries({ shortPageEnds: true }).toArray();
    expect(queries).toEqual(['?start=0']);
  });

  test.each([10, 25, 50, 99, 100, 255, 999, 1000])(
    'comes whole if the platform silently gives %i at most',
    async (cap) => {
      const { client, queries } = await undocumented(2 * cap + 3, cap);
      expect(urlsOf(await client.diaryEntries().toArray())).toEqual(urls(2 * cap + 3));
      expect(queries).toHaveLength(3);
    },
  );

  test.each<[string, (query: URLSearchParams) => Document]>([
    ['a total', (query) => batchOf(entries(17), limited(query, 7), { total: 17 })],
    ['the limit that it set itself', (query) => batchOf(entries(17), limited(query, 7))],
  ])('comes whole if the platform pages it and reports %s', async (_, respond) => {
    const { client } = await diaryOf(respond);
    expect(urlsOf(await client.diaryEntries().toArray())).toEqual(urls(17));
  });

  test('is not read whole for a few of its entries', async () => {
    const { client, queries } = await undocumented(1234);
    expect(urlsOf(await client.diaryEntries().toArray({ max: 3 }))).toEqual(urls(3));
    expect((await client.diaryEntries().first())?.url).toBe(urls(1)[0]);
    expect(queries).toEqual(['?start=0&limit=100', '?start=0&limit=1']);
  });
});

test('a diary with a limit comes in pages, of which a short one is no proof of the end', async () => {
  const { client, queries } = await undocumented(8, 3);
  expect(urlsOf(await client.diaryEntries({ limit: 5 }).toArray())).toEqual(urls(8));
  expect(queries.map((query) => new URLSearchParams(query).get('limit'))).toEqual(queries.map(() => '5'));
});

function limited(query: URLSearchParams, limit: number): URLSearchParams {
  return new URLSearchParams({ limit: String(limit), ...Object.fromEntries(query) });
}
