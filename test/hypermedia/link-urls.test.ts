import { type Application, connect } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  listDocument,
  namespace,
  taskDocument,
} from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

/** What `fetch` is asked for, to the letter. */
async function watched(root = baseUrl): Promise<{ care: Application; asked: string[] }> {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return Response.json(/api\/2\/?$/.test(url) ? applicationDocument({}, root) : listDocument([]));
  };
  const care = await connect({ baseUrl: root, token: 'x', throttle: new OpenThrottle(), fetch, mapLink: 'base' });
  onTestFinished(() => care.close());
  asked.length = 0;
  return { care, asked };
}

test.each<[string, (care: Application) => Promise<unknown>, string]>([
  ['an empty one', (care) => care.open(''), 'stored URL'],
  ['that of a request', (care) => care.request({ url: 'https://[' }), 'request'],
  ['a template', (care) => care.open('c/{id}'), 'stored URL'],
  ['one of another origin', (care) => care.open('https://evil.example/x'), 'https://evil.example'],
])('a URL that cannot be followed is refused with its purpose, or its origin: %s', async (_, call, what) => {
  const care = await platform.connect();
  const refusal = { name: 'ForeignLinkError', message: expect.stringContaining(what) };
  await expect(call(care)).rejects.toMatchObject(refusal);
  expect(platform.seen).toEqual([]);
});

test('a link that leads to another origin is reported by its name, and a resource’s own URL as such', async () => {
  const care = await platform.connect();
  const evil = 'https://evil.example/x';
  const document = { ...clientDocument('1'), '@url': evil, '@links': [{ name: 'diary', url: evil }] };
  platform.on('GET', '/c/1', json(document));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await expect(client.diary()).rejects.toThrow(/'diary'.*https:\/\/evil\.example/);
  await expect(client.refresh()).rejects.toThrow(/client.*https:\/\/evil\.example/);
});

test('a fragment is not sent', async () => {
  const { care, asked } = await watched();
  await care.request({ url: 'x?a=1#b' });
  await care.request({ url: 'x' });
  expect(asked).toEqual([`${baseUrl}/x?a=1`, `${baseUrl}/x`]);
});

test('`mapLink: base` leaves URLs below the base URL alone, also if its path is in them twice', async () => {
  const root = 'https://gw.example/api/2/proxy/api/2';
  const { care, asked } = await watched(root);
  await care.labels().toArray();
  await care.request({ url: 'https://inner.example/api/2/c/1?a=1' });
  expect(asked).toEqual([`${root}/configuration/labels/items`, `${root}/c/1?a=1`]);
});

test('a document of another kind than requested is refused with both names', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(taskDocument('1')));
  await expect(care.client({ url: `${baseUrl}/c/1` })).rejects.toMatchObject({
    name: 'ResponseValidationError',
    message: expect.stringMatching(/client.*task/),
    problems: [{ name: '@type' }],
  });
});

test('a kind that a later release renames is read as the requested kind', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json({ ...clientDocument('1'), '@type': `${namespace}/patient` }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  expect([client.data.first_name, client.type]).toEqual(['Noor', `${namespace}/patient`]);
});
