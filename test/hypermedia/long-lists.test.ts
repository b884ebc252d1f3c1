import { expect, onTestFinished, test } from 'vitest';
import { connected } from '../properties/answering.js';
import { batchOf, listedClient } from '../support/documents.js';

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => listedClient(String(from + index)));

test('what came more than 10,000 items ago is forgotten, so that no list fills the memory', async () => {
  const all = [...people(10_990), ...people(2, 989)];
  const care = await connected(({ searchParams }) => batchOf(all, searchParams));
  onTestFinished(() => care.close());
  const clients = await care.clients({ limit: 1000 }).toArray();
  expect(clients).toHaveLength(10_991);
  expect(clients.at(-1)?.attribute('id')).toBe('EHR-989');
});
