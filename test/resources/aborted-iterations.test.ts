import { memoryCursor } from 'care-platform';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exported } from '../support/export-rows.js';
import { failureOf } from '../support/failure.js';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

const reason = new Error('enough');
let world: FeedWorld | undefined;
afterEach(() => {
  world?.end();
  world = undefined;
});

/** How many items come if the signal aborts at one of them. Ends with the reason of the signal. */
async function countUntilAbort(at: number, open: (signal: AbortSignal) => AsyncIterable<unknown>): Promise<number> {
  const stop = new AbortController();
  let count = 0;
  const read = async () => {
    for await (const _ of open(stop.signal)) if (++count === at) stop.abort(reason);
  };
  expect(await failureOf(read())).toBe(reason);
  return count;
}

describe('rows of one chunk end with the reason of their signal', () => {
  const content = 'a\r\n1\r\n2\r\n3\r\n4\r\n';

  test.each([
    ['in the middle', 2],
    ['at the last row', 4],
  ])('%s', async (_, at) => {
    const { job } = await exported(content);
    expect(await countUntilAbort(at, (signal) => job.rows({ signal }))).toBe(at);
  });

  test('with a schema', async () => {
    const { job } = await exported(content);
    const schema = z.object({ a: z.coerce.number() });
    expect(await countUntilAbort(2, (signal) => job.rows({ signal, schema }))).toBe(2);
  });
});

test('rows of an export with a cursor end with the reason of their signal, and come again', async () => {
  world = await feedWorld();
  const { care, during } = world;
  const read = async (cursor = memoryCursor()) => {
    const rows: unknown[] = [];
    for await (const row of care.exportRows({ name: 'client' }, { cursor })) rows.push(row);
    return rows;
  };
  const all = await during(read());
  for (const at of [2, all.length]) {
    const cursor = memoryCursor();
    const count = countUntilAbort(at, (signal) => care.exportRows({ name: 'client' }, { cursor, signal }));
    expect(await during(count)).toBe(at);
    expect(await during(read(cursor))).toEqual(all);
  }
  expect(world.sandbox.journal.filter(({ method }) => method === 'POST')).toHaveLength(3);
});

test.each([
  ['in the middle', 2],
  ['at the last change', 5],
])('changes of one poll end with the reason of their signal, and come again: %s', async (_, at) => {
  world = await feedWorld();
  const { care, sandbox, people, during } = world;
  const before = sandbox.clock.now().toISOString();
  const cursor = memoryCursor(before);
  for (const user of people.slice(0, 5)) sandbox.control.assignTask(user);
  const options = { types: ['tasks'], once: true, cursor } as const;
  const count = countUntilAbort(at, (signal) => care.watchChanges({ ...options, signal }));
  expect(await during(count)).toBe(at);
  expect(await cursor.get()).toBe(before);
});

test('a feed that is aborted at its resync leaves its cursor', async () => {
  world = await feedWorld();
  const { care, during } = world;
  const cursor = memoryCursor();
  const count = countUntilAbort(1, (signal) => care.watchChanges({ once: true, cursor, signal }));
  expect(await during(count)).toBe(1);
  expect(await cursor.get()).toBeUndefined();
});
