import type { Application } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { batchOf, type Document, listDocument, listedClient } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const people = (count: number, from = 0): Document[] =>
  Array.from({ length: count }, (_, index) => listedClient(String(from + index)));
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `EHR-${from + index}`);

/** A platform whose clients are what `now` gives, and the starts that it was asked for. */
async function listing(now: (request: number) => readonly Document[]) {
  const starts: number[] = [];
  const care = await connected(({ searchParams }) => {
    starts.push(Number(searchParams.get('start')));
    return batchOf(now(starts.length), searchParams);
  });
  onTestFinished(() => care.close());
  return { care, starts };
}

async function idsOf(care: Application, options: { start?: number; limit: number }): Promise<unknown[]> {
  return (await care.clients(options).toArray()).map((client) => client.attribute('id'));
}

test('a list that lost more than a page at its head is read back to a known item', async () => {
  const { care, starts } = await listing((request) => (request < 4 ? people(30) : people(20, 10)));
  expect(await idsOf(care, { limit: 5 })).toEqual(ids(30));
  expect(starts.slice(0, 8)).toEqual([0, 4, 8, 12, 8, 4, 0, 4]);
});

test('iteration goes back no further than the start of the caller', async () => {
  const { care, starts } = await listing((request) => (request < 3 ? people(30) : people(10, 20)));
  expect(await idsOf(care, { start: 3, limit: 5 })).toEqual([...ids(9, 3), ...ids(7, 23)]);
  expect(starts.slice(0, 5)).toEqual([3, 7, 11, 7, 3]);
});

test('a list that gives more items than requested is read back too', async () => {
  const pages = [people(3), people(3, 10), people(3, 2), people(3, 4)];
  const care = await connected(({ searchParams }) =>
    listDocument(pages.shift() ?? [], { start: searchParams.get('start') }),
  );
  onTestFinished(() => care.close());
  expect(await idsOf(care, { limit: 1 })).toEqual(ids(7));
});

test('a list that gives the same for every start is reported as an error', async () => {
  const asked: URLSearchParams[] = [];
  const care = await connected(({ searchParams }) => {
    asked.push(searchParams);
    return listDocument(people(3));
  });
  onTestFinished(() => care.close());
  await expect(care.clients({ limit: 3 }).toArray()).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    method: 'GET',
    target: 'clients',
    status: 200,
    attempts: 1,
    waited: expect.any(Number),
  });
  expect(asked.map((query) => query.get('limit'))).toEqual(['3', '3', '3']);
  const [first, second, beyond] = asked.map((query) => Number(query.get('start')));
  expect([first, second]).toEqual([0, 2]);
  // Not even a list of many thousands goes on there.
  expect(beyond).toBeGreaterThan(100_000);
});

test.each<[string, number | null, (start: number) => Document[], number]>([
  ['counts items that it never gives', 2 ** 31 - 1, () => [], 0],
  ['gives its items where it is begun only', null, (start) => (start === 0 ? people(3) : []), 1],
  ['gives its items at one place only', 1000, (start) => (start === 2 ? people(3, 2) : people(start === 0 ? 3 : 0)), 2],
  [
    'gives two items in turn',
    null,
    (start) => (start > 1_000_000 ? [] : start % 2 === 0 ? people(2) : people(2).reverse()),
    1,
  ],
])('a list that %s is an error after 50 requests that brought nothing new', async (_, total, given, useful) => {
  let asked = 0;
  const care = await connected(({ searchParams }) => {
    asked++;
    return listDocument(given(Number(searchParams.get('start'))), { total });
  });
  await expect(care.clients({ limit: 3 }).toArray()).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    target: 'clients',
    status: 200,
  });
  expect(asked).toBe(useful + 50);
});

test('49 responses without an item this user may see lose nothing of what comes behind them', async () => {
  const all = people(151);
  const care = await connected(({ searchParams }) => {
    const start = Number(searchParams.get('start'));
    return listDocument(start < 147 ? [] : all.slice(start, start + 3), { total: 151 });
  });
  const found = await care.clients({ limit: 3 }).toArray();
  expect(found.map((client) => client.attribute('id'))).toEqual(ids(4, 147));
});
