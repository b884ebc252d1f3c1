import { type Application, Collection, type FollowOptions, type Resource } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { applicationDocument, batchOf, type Document, listDocument, listedClient } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const items = Array.from({ length: 153 }, (_, index) => ({ '@url': `/api/2/later/${index}`, place: index }));
const root = JSON.stringify(
  applicationDocument({ later: '/later/items', rest: '/later/items?start=100&limit=20', page: '/later/items?page=6' }),
);

/** A platform with 153 items, and the queries that it was asked for with. */
async function listing(respond = (query: URLSearchParams): Document => batchOf(items, query, { total: 153 })) {
  const queries: string[] = [];
  const care = await connected(
    ({ search, searchParams }) => {
      queries.push(search);
      return respond(searchParams);
    },
    {},
    root,
  );
  return { care, queries };
}

async function placesOf(opened: Promise<unknown>): Promise<unknown[]> {
  const list = await opened;
  if (!(list instanceof Collection)) throw new Error('It is no list.');
  return ((await list.toArray()) as Resource[]).map((item) => item.attribute('place'));
}

const places = (from: number, to = 153) => Array.from({ length: to - from }, (_, index) => from + index);

type Opening = (care: Application) => Promise<unknown>;
const follow =
  (name: string, options?: FollowOptions): Opening =>
  (care) =>
    care.follow(name, options);

describe('a list that is opened with a start of its own', () => {
  test.each<[string, Opening]>([
    ['in a stored URL', (care) => care.open('later/items?start=100&limit=20')],
    ['in the query that is added to a link', follow('later', { query: { start: 100, limit: 20 } })],
    ['as text in that query', follow('later', { query: { start: '100', limit: ['20'] } })],
    ['in `extra`', follow('later', { extra: { query: { start: 100, limit: 20 } } })],
    ['in the link', follow('rest')],
    ['in a query that stands over that of the link', follow('page', { query: { start: 100, limit: 20 } })],
  ])('%s goes on behind its first response', async (_, open) => {
    const { care, queries } = await listing();
    expect(await placesOf(open(care))).toEqual(places(100));
    expect(queries.map((query) => new URLSearchParams(query).get('start'))).toEqual(['100', '119', '138']);
    expect(queries.map((query) => new URLSearchParams(query).get('limit'))).toEqual(['20', '20', '20']);
  });

  test('counts from there if the platform repeats no paging but the total', async () => {
    const { care, queries } = await listing((query) => ({
      ...batchOf(items, query),
      '@paging': { total: 153 },
    }));
    expect(await placesOf(care.open('later/items?start=100&limit=20'))).toEqual(places(100));
    expect(queries).toEqual(['?start=100&limit=20', '?start=119&limit=20', '?start=138&limit=20']);
  });

  test('is one request if its first response reaches the end', async () => {
    const { care, queries } = await listing();
    expect(await placesOf(care.open('later/items?start=140&limit=20'))).toEqual(places(140));
    expect(await placesOf(care.open('later/items?start=153&limit=20'))).toEqual([]);
    expect(queries).toHaveLength(2);
  });

  test('begins at its start again for its first item and each iteration', async () => {
    const { care } = await listing();
    const list = (await care.open('later/items?start=100&limit=20')) as Collection<Resource>;
    expect((await list.first())?.attribute('place')).toBe(100);
    expect(await list.toArray()).toHaveLength(53);
    expect(await list.toArray()).toHaveLength(53);
  });

  test.each(['start=-1', 'start=abc', 'start=1.5', 'start='])(
    'that is no whole number stands if the platform says: %s',
    async (query) => {
      const { care } = await listing((asked) => {
        const start = /^\d+$/.test(asked.get('start') ?? '')
          ? asked
          : new URLSearchParams({ start: '60', limit: '50' });
        return batchOf(items, start, { total: 153 });
      });
      expect(await placesOf(care.open(`later/items?${query}`))).toEqual(places(60));
    },
  );

  test('that only the platform knows, since its link counts otherwise, goes on from there', async () => {
    const { care, queries } = await listing((query) =>
      batchOf(items, query.has('start') ? query : new URLSearchParams({ start: '120', limit: '20' }), { total: 153 }),
    );
    expect(await placesOf(care.follow('page'))).toEqual(places(120));
    expect(queries).toEqual(['?page=6', '?page=6&start=139&limit=20']);
  });

  test('is named by its place in the message about an item', async () => {
    const { care } = await listing(() => listDocument([{ '@type': 'https://care.example/ns/task', title: 5 }]));
    const list = (await care.open('later/items?start=100')) as Collection<Resource>;
    await expect(list.toArray()).rejects.toMatchObject({ resource: expect.stringContaining('item 100 ') });
  });
});

describe('a start in `extra`', () => {
  const people = Array.from({ length: 30 }, (_, index) => listedClient(String(index)));

  test('is the start of a list', async () => {
    const { care, queries } = await listing((query) => batchOf(people, query, { total: 30 }));
    const list = care.clients({ limit: 20 }, { extra: { query: { start: 5, view: 'all' } } });
    expect(await list.toArray()).toHaveLength(25);
    expect(queries).toEqual(['?start=5&limit=20&view=all', '?start=24&limit=20&view=all']);
  });

  test('gives way to the option', async () => {
    const { care, queries } = await listing((query) => batchOf(people, query, { total: 30 }));
    await care.clients({ start: 20, limit: 20 }, { extra: { query: { start: 5, limit: 3 } } }).toArray();
    expect(queries).toEqual(['?start=20&limit=20']);
  });
});
