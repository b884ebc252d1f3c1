import { type Application, Collection, type Resource } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { applicationDocument, type Document, listDocument } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const root = JSON.stringify(applicationDocument({ later: '/later/items' }));
const items = Array.from({ length: 5 }, (_, index) => ({ title: `Item ${index}` }));

/** A platform with a list that this package does not know, and the queries that it was asked for with. */
async function listing(respond: (query: URLSearchParams) => Document) {
  const queries: string[] = [];
  const care = await connected(
    ({ search, searchParams }) => {
      queries.push(search);
      return respond(searchParams);
    },
    {},
    root,
  );
  onTestFinished(() => care.close());
  return { care, queries };
}

async function followed(care: Application, query = {}): Promise<readonly Resource[]> {
  const list = await care.follow('later', { query });
  if (!(list instanceof Collection)) throw new Error('It is no list.');
  return list.toArray();
}

/** Items from the `start` of the query on, two where it names no limit. */
const cut = (all: readonly unknown[], query: URLSearchParams) => {
  const start = Number(query.get('start') ?? 0);
  return all.slice(start, start + Number(query.get('limit') ?? 2));
};

test.each<[string, unknown, string[]]>([
  [
    'in batches as large as the first',
    { limit: 2, total: 5 },
    ['?start=1&limit=2', '?start=2&limit=2', '?start=3&limit=2'],
  ],
  ['in batches where there are more than came', { total: 5 }, ['?start=1&limit=100']],
  ['in batches of our size where its own is none', { limit: 0, total: 5 }, ['?start=1&limit=100']],
  ['in batches of our size where its own is no number', { limit: '2', total: 5 }, ['?start=1&limit=100']],
  ['in batches of our size where its own is not exact', { limit: 1e300, total: 5 }, ['?start=1&limit=100']],
  ['in batches of our size where its own is no whole number', { limit: 2.5, total: 5 }, ['?start=1&limit=100']],
  ['no more where all came', { total: 2 }, []],
  ['no more if it reports fewer than came', { total: 1 }, []],
  ['no more where its total is no number', { total: '5' }, []],
  ['no more if it reports neither', { limit: null, total: null }, []],
  ['no more where its paging is nothing', null, []],
  ['no more where its paging is a list', [5], []],
  ['no more where it has no paging', undefined, []],
])('a list that is not known goes on %s: %j', async (_, paging, queries) => {
  const platform = await listing((query) => ({ '@items': cut(items, query), '@paging': paging }));
  const all = await followed(platform.care);
  expect(platform.queries).toEqual(['', ...queries]);
  expect(all.map((item) => item.toJSON())).toEqual(queries.length > 0 ? items : items.slice(0, 2));
});

test('batches of one are batches', async () => {
  const { care, queries } = await listing((query) => {
    const start = Number(query.get('start') ?? 0);
    return listDocument(items.slice(start, start + 1), { limit: 1 });
  });
  expect(await followed(care)).toHaveLength(5);
  expect(queries.slice(0, 3)).toEqual(['', '?start=1&limit=1', '?start=2&limit=1']);
});

test.each([undefined, {}, { limit: null, total: null }])(
  'a list that is requested with a limit goes on if as many items came, also if its paging is %j',
  async (paging) => {
    const { care, queries } = await listing((query) => ({ '@items': cut(items, query), '@paging': paging }));
    expect(await followed(care, { limit: 3 })).toHaveLength(5);
    expect(queries.slice(0, 2)).toEqual(['?limit=3', '?limit=3&start=2']);
    queries.length = 0;
    expect(await followed(care, { start: 1, limit: 9 })).toHaveLength(4);
    expect(queries).toEqual(['?start=1&limit=9']);
  },
);

test('each batch has the query that was added to the link', async () => {
  const { care, queries } = await listing((query) => listDocument(cut(items, query), { limit: 4, total: 5 }));
  expect(await followed(care, { view: 'all' })).toHaveLength(5);
  expect(queries).toEqual(['?view=all', '?view=all&start=1&limit=4']);
});

test('items that are no objects are resources with a value', async () => {
  const { care } = await listing(() => listDocument(['a', null, 3, { title: 'b' }]));
  expect((await followed(care)).map((item) => item.toJSON())).toEqual([
    { value: 'a' },
    { value: null },
    { value: 3 },
    { title: 'b' },
  ]);
});

test('items without a URL are the same only if all within them is equal', async () => {
  const different = [
    ...[1, '1', null, true, 'null', [], {}, [1], { 0: 1 }, [[1]], [1, []], [1, {}]],
    ...[{ a: 1 }, { b: 1 }, { a: 2 }, { a: null }, { a: [] }, { a: {} }, { a: { b: 1 } }, { a: { b: 2 } }],
    ...[{ a: 1, b: 2 }, { a: 2, b: 1 }, { a: ['x', 'y'] }, { a: ['y', 'x'] }, { '@url': 5 }, { '@url': 6 }],
  ];
  const { care } = await listing((query) => listDocument(cut(different, query), { limit: 3 }));
  const values = different.map((value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value },
  );
  expect((await followed(care)).map((item) => item.toJSON())).toEqual(values);
});

test('items with a URL are the same whatever else they hold, such as one that changed meanwhile', async () => {
  let requests = 0;
  const urls = ['a', 'b', 'c', 'd', 'e'];
  const { care } = await listing((query) => {
    requests++;
    const now = urls.map((url) => ({ '@url': `/api/2/later/${url}`, title: `As of request ${requests}` }));
    return listDocument(cut(now, query), { limit: 2, total: 5 });
  });
  const all = await followed(care);
  expect(all.map(({ url }) => url.slice(-1))).toEqual(urls);
  expect(all[1]?.attribute('title')).toBe('As of request 1');
});

test('a list that was followed or opened is read again for its second iteration', async () => {
  const all = ['b', 'c'].map((title) => ({ title }));
  const { care, queries } = await listing(() => ({ '@items': [...all] }));
  const list = await care.follow('later');
  if (!(list instanceof Collection)) throw new Error('It is no list.');
  const titles = async () => (await list.toArray()).map((item) => item.attribute('title'));
  expect([await titles(), queries.length]).toEqual([['b', 'c'], 1]);
  all.unshift({ title: 'a' });
  expect([await titles(), queries.length]).toEqual([['a', 'b', 'c'], 2]);
});
