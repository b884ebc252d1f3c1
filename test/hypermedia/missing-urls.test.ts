import type { Client, Resource } from 'care-platform';
import { expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  labelDocument,
  listDocument,
  listedClient,
  relationDocument,
} from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

function withoutUrl({ '@url': _, ...document }: Record<string, unknown>): Record<string, unknown> {
  return document;
}

/** The calls are refused, and nothing is sent: the only URL at hand is that of the list. */
async function expectRefused(kind: string, ...calls: (() => Promise<unknown>)[]): Promise<void> {
  platform.forget();
  const refusal = { name: 'ForeignLinkError', message: expect.stringContaining(kind) };
  for (const call of calls) await expect(call()).rejects.toMatchObject(refusal);
  expect(platform.seen).toHaveLength(0);
}

test('a created resource whose URL cannot be read, as in a page, does not get the URL of its list', async () => {
  const care = await platform.connect();
  platform.on('POST', '/configuration/labels', json(withoutUrl(labelDocument('9')), 201));
  const label = await care.createLabel('Autumn');
  expect([label.data.identifier, label.url]).toEqual(['9', '']);
  expect(label.toJSON()).toStrictEqual(withoutUrl(labelDocument('9')));
  await expectRefused(
    'configuration/label',
    () => label.delete(),
    () => label.rename('Winter'),
    () => label.refresh(),
  );
});

test('a created resource has the URL that its document names, else that of its response', async () => {
  const care = await platform.connect();
  const elsewhere = { location: `${baseUrl}/elsewhere` };
  platform.on('POST', '/configuration/labels', json(labelDocument('9'), 201, elsewhere));
  expect((await care.createLabel('Autumn')).url).toBe(`${baseUrl}/configuration/labels/9`);
  platform.on('POST', '/configuration/labels', json(withoutUrl(labelDocument('9')), 201, elsewhere));
  expect((await care.createLabel('Autumn')).url).toBe(`${baseUrl}/elsewhere`);
});

test('an item without a URL is never taken for the list that it is in', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('GET', '/c/1/relations/items', json(listDocument([withoutUrl(relationDocument('r'))])));
  const relation = await (await care.client({ url: `${baseUrl}/c/1` })).relations().first();
  if (relation === undefined) throw new Error('There is one.');
  platform.on('GET', '/c/items', json(listDocument([withoutUrl(clientDocument('1'))], { total: 1 })));
  const client = (await care.clients().first()) as Client;
  expect([relation.url, client.url]).toEqual(['', '']);
  await expectRefused('relation', () => relation.delete());
  await expectRefused(
    'client',
    () => client.update({ infix: null }),
    () => client.mergeIn({ id: 'EHR-2' }),
  );
});

test('an item without a URL and without links has none to read: it offers no link', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/items', json(listDocument([withoutUrl(listedClient('1'))], { total: 1 })));
  const client = (await care.clients().first()) as Client;
  await expect(client.diary()).rejects.toMatchObject({ name: 'LinkNotFoundError', wanted: 'diary', offered: [] });
});

test('a resource that was read by itself has the URL that it was read from', async () => {
  const care = await platform.connect();
  platform.on('GET', '/export/j1', json({ '@type': 'https://care.example/ns/later', state: 'queued' }));
  const read = (await care.open('export/j1')) as Resource;
  expect(read.url).toBe(`${baseUrl}/export/j1`);
  expect((await read.refresh()).url).toBe(read.url);
});
