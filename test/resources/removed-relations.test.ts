import { expect, test } from 'vitest';
import { listDocument, relationDocument } from '../support/documents.js';
import { json, refusal } from '../support/platform.js';
import { lostWrites } from './lost-writes.js';

const { platform, client } = lostWrites();
const supervises = { ...relationDocument('s'), predicate: 'supervises' };

test('a relation that another run has removed meanwhile is not reported as removed by this one', async () => {
  const one = await client();
  platform.on('GET', '/c/1/relations/items', json(listDocument([supervises])));
  platform.on('DELETE', '/c/1/relations/s', refusal(404));
  const { added, removed, kept } = await one.syncRelations([]);
  expect([added.length, removed.map(({ data }) => data.predicate), kept.length]).toEqual([0, [], 0]);
});

test('a relation that may not be removed ends the call with the refusal', async () => {
  const one = await client();
  platform.on('GET', '/c/1/relations/items', json(listDocument([supervises])));
  platform.on('DELETE', '/c/1/relations/s', refusal(403));
  await expect(one.syncRelations([])).rejects.toMatchObject({ name: 'ForbiddenError' });
});
