import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, labelDocument, listDocument } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

describe('a list that is not batched', () => {
  test('is one request, which names no batch', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', json(listDocument([labelDocument('a'), labelDocument('a')])));
    expect(await care.labels().toArray()).toHaveLength(2);
    expect(platform.seen.map(({ url }) => url.search)).toEqual(['']);
  });
});

test('the first item of a list that is not batched costs the same request as the whole list', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('GET', '/c/1/tasks/items', json(listDocument([{ title: 'Read' }, { title: 'Write' }])));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await client.tasks({ start: 1, limit: 2 }).first();
  expect(platform.seen.at(-1)?.url.search).toBe('?start=1&limit=2');
});
