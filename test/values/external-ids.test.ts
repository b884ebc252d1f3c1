import { InputError, type UserReference } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, namespace } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test.each([
  ['EHR-1042', 'EHR-1042'],
  ['a/b', 'a%2Fb'],
  ['../p/7', '..%2Fp%2F7'],
  ['...', '...'],
  ['%2e%2e', '%252e%252e'],
  ['50%', '50%25'],
  ['a#b?c=d', 'a%23b%3Fc%3Dd'],
  [' a b ', '%20a%20b%20'],
  ['é😀', '%C3%A9%F0%9F%98%80'],
  ['a\\b', 'a%5Cb'],
  ['a\tb', 'a%09b'],
  ['__proto__', '__proto__'],
])('the external id %j is one segment of the path', async (id, segment) => {
  const sent: string[] = [];
  const care = await platform.connect({
    fetch: async (url, init) => {
      sent.push(url);
      return sent.length === 1 ? globalThis.fetch(url, init) : Response.json(clientDocument('1'));
    },
  });
  await care.client({ id });
  await care.updateClient({ id }, { infix: null });
  const path = `${baseUrl}/aux/client/id/${segment}`;
  expect(sent.slice(1)).toEqual([path, path]);
});

test.each(['', '.', '..', 41, null, '\ud800'])(
  '%j is refused as an external id, before anything is sent',
  async (id) => {
    const care = await platform.connect();
    await expect(care.client({ id: id as string })).rejects.toBeInstanceOf(InputError);
    await expect(care.professional({ id: id as string })).rejects.toBeInstanceOf(InputError);
    expect(platform.seen).toHaveLength(0);
  },
);

test('a user is addressed by URL, reference or resource as well', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  const url = `${baseUrl}/c/1`;
  const reference: UserReference = { '@type': `${namespace}/user-reference/client`, url, id: 'EHR-1' };
  const client = await care.client(reference);
  await care.client({ url });
  await care.client(client);
  expect(platform.seen.map((each) => each.url.href)).toEqual([url, url, url]);
});

test('a friend has no external id', async () => {
  const care = await platform.connect();
  await expect(care.friend({ id: 'x' } as unknown as { url: string })).rejects.toBeInstanceOf(InputError);
  expect(platform.seen).toHaveLength(0);
});
