import { InputError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test('up to ten pages may be requested ahead', async () => {
  const care = await platform.connect();
  expect(() => care.clients({ prefetch: 10 })).not.toThrow();
});

test('a link that is a template is an error with a reason: the platform documents none', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json({ ...clientDocument('1'), '@links': linksTo({ notes: '/c/1/notes{?start}' }) }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await expect(client.follow('notes')).rejects.toMatchObject({
    name: 'ForeignLinkError',
    message: expect.stringContaining("'notes'"),
  });
  expect(platform.seen).toHaveLength(1);
});

test('a body that is all in `extra` is sent', async () => {
  const care = await platform.connect();
  platform.on('POST', '/x', empty());
  await care.request({ method: 'POST', url: 'x' }, { extra: { body: { a: 1 } } });
  expect(platform.seen.map(({ body }) => body)).toEqual(['{"a":1}']);
});

test.each([{ start: -1 }, { start: 1.5 }, { limit: 0 }, { limit: Number.NaN }, { limit: '10' as unknown as number }])(
  'a batch that cannot be (%o) is refused before anything is sent',
  async (batch) => {
    const care = await platform.connect();
    expect(() => care.clients(batch)).toThrow(InputError);
    expect(platform.seen).toHaveLength(0);
  },
);
