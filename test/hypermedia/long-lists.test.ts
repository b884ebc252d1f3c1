import { Collection } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { batchOf } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const items = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ '@url': `${from + index}` }));

test('a list forgets items that came more than 10,000 items ago, so that it does not fill the memory', async () => {
  const all = [...items(9_000), ...items(1), ...items(1_990, 9_000), ...items(2, 989), ...items(1)];
  const care = await connected(({ searchParams }) => batchOf(all, searchParams, { cap: 1000 }));
  onTestFinished(() => care.close());
  const list = await care.open('later/items');
  if (!(list instanceof Collection)) throw new Error('It is no list.');
  const urls = (await list.toArray()).map(({ url }) => Number(url.split('/').at(-1)));
  expect(urls).toHaveLength(10_991);
  expect(urls.at(-1)).toBe(989);
});
