import { expect, test } from 'vitest';
import { baseUrl, clientDocument, type Document, listDocument, namespace } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

function changeOf(user: Document): Document {
  const reference = { '@type': `${namespace}/user-reference/client`, ...user };
  return {
    '@type': `${namespace}/change/tasks`,
    '@url': `${baseUrl}/changes/1`,
    url: '/c/1/tasks/items',
    user: reference,
  };
}

test('a client is updated by the resource itself, by a reference as it was read, by its URL and by its external id', async () => {
  const updated: string[] = [];
  const care = await connected((url) => {
    updated.push(url.pathname.slice('/api/2'.length));
    return clientDocument('1');
  });
  const client = await care.client({ id: 'EHR-1' });
  const reference = { '@type': `${namespace}/user-reference/client`, url: client.url, id: 'EHR-1' };
  updated.length = 0;
  for (const address of [client, reference, { url: client.url }]) await care.updateClient(address, { infix: null });
  expect(updated).toEqual(['/c/1', '/c/1', '/c/1']);
  await care.updateClient({ id: 'EHR-1' }, { infix: null });
  expect(updated.at(-1)).toMatch(/EHR-1$/);
});

test("a change has its user's absolute URL, and the platform's text if that is no URL", async () => {
  const urls = [`${baseUrl}/c/1`, '/api/2/c/1', 'https://'];
  const care = await connected(() => listDocument(urls.map((url) => changeOf({ url, id: null }))));
  const changes = await care.changes({ type: 'tasks', since: new Date() }).toArray();
  expect(changes.map(({ userUrl }) => userUrl)).toEqual([`${baseUrl}/c/1`, `${baseUrl}/c/1`, 'https://']);
  expect(changes.map(({ user }) => user.url)).toEqual(urls);
});
