import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Document, listDocument, listedClient } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const all = Array.from({ length: 30 }, (_, index) => listedClient(String(index)));

/** The ids of a list of which this user sees some: taken out after the batch was cut, so that places count them. */
async function read(isSeen: (item: Document) => boolean, total: number | null, limit = 10, cap = limit) {
  const starts: number[] = [];
  const care = await connected(({ searchParams }) => {
    const start = Number(searchParams.get('start'));
    starts.push(start);
    const count = Math.min(cap, Number(searchParams.get('limit')));
    return listDocument(all.slice(start, start + count).filter(isSeen), { total });
  });
  try {
    const first = (await care.clients({ limit }).first())?.attribute('id');
    starts.length = 0;
    const clients = await care.clients({ limit }).toArray();
    return { first, ids: clients.map((client) => client.attribute('id')), starts };
  } finally {
    care.close();
  }
}

const idsOf = (items: readonly Document[]) => items.map(({ id }) => id);

describe('a list with items that this user may not see', () => {
  test('comes whole if its total counts the hidden items, even if they fill whole responses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 31 }),
        async (seen, limit) => {
          const isSeen = (item: Document) => seen[all.indexOf(item)] === true;
          const { first, ids, starts } = await read(isSeen, 30, limit);
          expect(first).toBe(ids[0]);
          expect(ids).toEqual(idsOf(all.filter(isSeen)));
          expect(starts.length).toBeLessThan(100);
        },
      ),
      {
        numRuns: 100,
        examples: [
          [all.map((_, index) => index < 10 || index > 21), 10],
          [all.map(() => false), 4],
        ],
      },
    );
  });

  test('comes whole if its total counts the visible items, although the last one has a later position', async () => {
    const isEven = (item: Document) => all.indexOf(item) % 2 === 0;
    const { ids, starts } = await read(isEven, 15);
    expect(ids).toEqual(idsOf(all.filter(isEven)));
    expect(starts.length).toBeLessThan(10);
  });

  test('is not searched item by item if all are hidden', async () => {
    expect(await read(() => false, 30)).toEqual({ first: undefined, ids: [], starts: [0, 10, 20] });
  });

  test('comes whole if hidden items fill a response that is smaller than requested', async () => {
    const isSeen = (item: Document) => all.indexOf(item) < 10 || all.indexOf(item) > 21;
    expect((await read(isSeen, 30, 100, 10)).ids).toEqual(idsOf(all.filter(isSeen)));
  });
});

test.each([0, -1, 9])('a total of %i with ten items in one response does not count', async (total) => {
  expect((await read(() => true, total)).ids).toHaveLength(30);
});
