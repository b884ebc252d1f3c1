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
  ['stored', (care) => care.open(''), 'The stored URL is not a URL: nothing was sent.'],
  ['for a request', (care) => care.request({ url: 'https://[' }), 'The request is not a URL: nothing was sent.'],
  [
    'a template',
    (care) => care.open('c/{id}'),
    'The stored URL is a template, and the platform documents none: nothing was sent.',
  ],
  [
    'elsewhere',
    (care) => care.open('https://evil.example/x'),
    'The stored URL leads to https://evil.example, but this connection is to https://care.example: nothing was sent there. ' +
      'If a proxy before the platform rewrites addresses, set `mapLink`.',
  ],
])('a URL that cannot be followed is told as what it was given for: %s', async (_, call, message) => {
  const care = await platform.connect();
  await expect(call(care)).rejects.toMatchObject({ name: 'ForeignLinkError', message });
  expect(platform.seen).toEqual([]);
});

test('a link that leads astray is told by its name, and a resource’s own URL as that', async () => {
  const care = await platform.connect();
  const evil = 'https://evil.example/x';
  const document = { ...clientDocument('1'), '@url': evil, '@links': [{ name: 'diary', url: evil }] };
  platform.on('GET', '/c/1', json(document));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await expect(client.diary()).rejects.toThrow("The link 'diary' leads to https://evil.example,");
  await expect(client.refresh()).rejects.toThrow('The URL of the client leads to https://evil.example,');
});

test('a fragment is not sent', async () => {
  const { care, asked } = await watched();
  await care.request({ url: 'x?a=1#b' });
  await care.request({ url: 'x' });
  expect(asked).toEqual([`${baseUrl}/x?a=1`, `${baseUrl}/x`]);
});

test('`mapLink: base` leaves alone what is below the base URL, whose own path may repeat what it looks for', async () => {
  const root = 'https://gw.example/api/2/proxy/api/2';
  const { care, asked } = await watched(root);
  await care.labels().toArray();
  await care.request({ url: 'https://inner.example/api/2/c/1?a=1' });
  expect(asked).toEqual([`${root}/configuration/labels/items`, `${root}/c/1?a=1`]);
});

test('a document of another kind than was asked for is refused by both names', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(taskDocument('1')));
  await expect(care.client({ url: `${baseUrl}/c/1` })).rejects.toMatchObject({
    name: 'ResponseValidationError',
    message: 'client: Expected client, found task.',
    problems: [{ name: '@type', message: 'Expected client, found task.' }],
  });
});

test('a kind that a later release calls otherwise is read as what was asked for', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json({ ...clientDocument('1'), '@type': `${namespace}/patient` }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  expect([client.data.first_name, client.type]).toEqual(['Noor', `${namespace}/patient`]);
});
