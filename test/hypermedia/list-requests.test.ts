import { type Application, type ConnectOptions, Label } from 'care-platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  batchOf,
  clientDocument,
  type Document,
  labelDocument,
  linksTo,
  listDocument,
  listedClient,
} from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connected } from '../support/scripted-fetch.js';

/** A platform that gives this to whatever is asked, and what it was asked for. */
async function respondWith(respond: (query: URLSearchParams) => unknown, options: Partial<ConnectOptions> = {}) {
  const queries: string[] = [];
  const care = await connected(({ search, searchParams }) => {
    queries.push(search);
    return respond(searchParams);
  }, options);
  onTestFinished(() => care.close());
  return { care, queries };
}

const people = (count: number) => Array.from({ length: count }, (_, index) => listedClient(String(index)));
const inBatches = (count: number, total: number | null) =>
  respondWith((query) => batchOf(people(count), query, { total }));

const idsOf = async (care: Application, limit: number, max: number) =>
  (await care.clients({ limit }).toArray({ max })).map((client) => client.attribute('id'));

describe('the first few of a list', () => {
  test('are no more than requested, within one response and over several', async () => {
    const { care, queries } = await inBatches(9, null);
    expect(await idsOf(care, 5, 3)).toEqual(['EHR-0', 'EHR-1', 'EHR-2']);
    expect(await idsOf(care, 3, 4)).toEqual(['EHR-0', 'EHR-1', 'EHR-2', 'EHR-3']);
    expect(queries).toEqual(['?start=0&limit=5', '?start=0&limit=3', '?start=2&limit=3']);
  });

  test('are read only as far as the first item that this user may see', async () => {
    const all = people(30);
    const { care, queries } = await respondWith((query) => {
      const start = Number(query.get('start'));
      const seen = all.slice(start, start + Number(query.get('limit'))).filter((item) => all.indexOf(item) > 11);
      return listDocument(seen, { total: 30 });
    });
    expect((await care.clients({ limit: 10 }).first())?.attribute('id')).toBe('EHR-12');
    expect(queries).toEqual(['?start=0&limit=1', '?start=0&limit=10', '?start=10&limit=10']);
  });

  test.each([
    ['at its end', 5],
    ['beyond it', 6],
  ])('cost one request %s', async (_, start) => {
    const { care, queries } = await inBatches(5, 5);
    expect(await care.clients({ start }).first()).toBeUndefined();
    expect(queries).toEqual([`?start=${start}&limit=1`]);
  });

  test('are not requested if an unbatched list has none, whatever its total', async () => {
    const { care, queries } = await respondWith(() => listDocument([], { total: 3 }));
    expect(await care.labels().first()).toBeUndefined();
    expect(queries).toEqual(['']);
  });
});

test('a batch of a list that is not batched is what the caller names, for all of it and for the first', async () => {
  const links = linksTo({ 'tasks.items': '/tasks' });
  const { care, queries } = await respondWith((query) =>
    query.size === 0 ? clientDocument('1', { '@links': links }) : listDocument([{ title: 'Read' }]),
  );
  const client = await care.client({ id: 'EHR-1' });
  const tasks = client.tasks({ start: 1, limit: 2 });
  expect([(await tasks.toArray()).length, (await tasks.first())?.data.title]).toEqual([1, 'Read']);
  expect(queries.slice(1)).toEqual(['?start=1&limit=2', '?start=1&limit=2']);
});

test.each([['5'], [null], [undefined], [{}]])('a total that is no number (%j) is ignored', async (total) => {
  const { care } = await respondWith(() => listDocument([], { total }));
  for await (const page of care.clients().pages()) expect(page).toEqual({ items: [], total: null });
  expect.assertions(1);
});

test('a list waits behind interactive calls, unless its own priority is `interactive`', async () => {
  const throttle = new OpenThrottle();
  const { care } = await respondWith(() => listDocument([], { total: 0 }), { throttle });
  throttle.priorities.length = 0;
  await care.clients().toArray();
  await care.clients({}, { priority: 'interactive' }).toArray();
  expect(throttle.priorities).toEqual(['bulk', 'interactive']);
});

test('an item that names no kind is of the kind of its list, even if that is loaded on demand', async () => {
  const item: Document = labelDocument('a', { '@type': undefined });
  const { care } = await respondWith(() => listDocument([item]));
  const [label] = await care.labels().toArray();
  expect(label).toBeInstanceOf(Label);
  expect(label?.data.identifier).toBe('a');
});

test('a response without items is an error with the expected attribute and the number of attempts', async () => {
  const { care } = await respondWith(() => ({ '@items': {} }));
  await expect(care.clients().toArray()).rejects.toMatchObject({
    name: 'ResponseValidationError',
    resource: 'clients',
    problems: [{ name: '@items' }],
    attempts: 1,
  });
});
