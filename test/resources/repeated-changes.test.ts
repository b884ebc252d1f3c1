import type { CursorStore, FeedEvent } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, listDocument, namespace } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

const start = Date.UTC(2026, 2, 2, 9);
const at = (second: number) => new Date(start + second * 1000);

const change = (user: string) => ({
  '@type': `${namespace}/change/tasks`,
  url: `${baseUrl}/c/${user}/tasks`,
  user: { '@type': `${namespace}/user-reference/client`, url: `${baseUrl}/c/${user}`, id: user },
});

/** The second of the platform's clock at which a poll is answered, and the users with changes that it reports. */
type Poll = readonly [second: number, users: string];

/** The users of the changes that a feed gives in each round, and the second of the cursor after it. Windows overlap by a minute. */
async function rounds(...polls: Poll[]): Promise<[users: string, cursor: number][]> {
  const time = virtualTime();
  const found: [string, number][] = [];
  const end = new AbortController();
  let polled = 0;
  const care = await connected(() => {
    const poll = polls[polled++];
    if (poll === undefined) throw new Error('The test has no further poll.');
    const headers = { 'content-type': 'application/json', date: at(poll[0]).toUTCString() };
    return new Response(JSON.stringify(listDocument([...poll[1]].map(change))), { headers });
  });
  let users = '';
  const cursor: CursorStore = {
    get: () => at(-1).toISOString(),
    set: (value) => {
      found.push([users, (Date.parse(value) - start) / 1000]);
      users = '';
      if (found.length === polls.length) end.abort(new Error('The polls are over.'));
    },
  };
  const read = async () => {
    const feed = care.watchChanges({ types: ['tasks'], cursor, interval: 10_000, overlap: 60_000, signal: end.signal });
    for await (const event of feed) users += nameOf(event);
  };
  await expect(time.until(read())).rejects.toThrow('The polls are over.');
  return found;
}

/** `resync` events by their reason. */
const nameOf = (event: FeedEvent) => (event.kind === 'change' ? String(event.change.user.id) : event.reason);

test('a change that is reported again comes once more after its window, and no third time', async () => {
  expect(await rounds([0, 'A'], [20, 'A'], [40, 'A'], [61, ''], [80, ''], [200, ''])).toEqual([
    ['A', 0],
    ['', 0],
    ['', 0],
    ['A', 61],
    ['', 80],
    ['', 200],
  ]);
});

test('a change comes again no earlier than its window has passed', async () => {
  expect(await rounds([0, 'A'], [20, 'A'], [60, ''], [61, ''])).toEqual([
    ['A', 0],
    ['', 0],
    ['', 0],
    ['A', 61],
  ]);
});

test('a change that is not reported again leaves the cursor at the last poll', async () => {
  expect(await rounds([0, 'A'], [20, 'B'], [40, ''], [90, ''])).toEqual([
    ['A', 0],
    ['B', 20],
    ['', 40],
    ['', 90],
  ]);
});

test('the cursor stays at the earliest of the changes that may be told again', async () => {
  expect(await rounds([0, 'A'], [10, 'B'], [20, 'AB'], [30, 'BA'], [65, ''], [75, ''])).toEqual([
    ['A', 0],
    ['B', 10],
    ['', 0],
    ['', 0],
    ['A', 10],
    ['B', 75],
  ]);
});

test('a change that one poll, or two of the same second, report twice comes once', async () => {
  expect(await rounds([0, 'AA'], [0, 'A'], [90, ''], [180, ''])).toEqual([
    ['A', 0],
    ['', 0],
    ['', 90],
    ['', 180],
  ]);
});

test('a change after its window has passed is a new one, each time', async () => {
  expect(await rounds([0, 'A'], [30, 'A'], [90, ''], [180, 'A'], [300, 'A'])).toEqual([
    ['A', 0],
    ['', 0],
    ['A', 90],
    ['A', 180],
    ['A', 300],
  ]);
});

const hour = 3600;

test.each<[string, Poll[], string]>([
  [
    'polls 23 hours and 55 minutes apart',
    [
      [0, ''],
      [24 * hour - 300, ''],
    ],
    '',
  ],
  [
    'polls further apart',
    [
      [0, ''],
      [24 * hour - 299, ''],
    ],
    'gap',
  ],
  [
    'a clock that is set back by no more than the overlap',
    [
      [100, ''],
      [40, ''],
    ],
    '',
  ],
  [
    'a clock that is set back further',
    [
      [100, ''],
      [39, ''],
    ],
    'gap',
  ],
])('whether changes may be missing after %s', async (_, polls, reason) => {
  const [, last] = await rounds(...polls);
  expect(last?.[0]).toBe(reason);
});
