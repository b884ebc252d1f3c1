import { TasksChange } from 'care-platform';
import { expect, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  type Document,
  listDocument,
  namespace,
} from '../support/documents.js';
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
  expect(changes.map(({ user }) => user.url)).toEqual([`${baseUrl}/c/1`, `${baseUrl}/c/1`, 'https://']);
  expect(changes.map(({ data }) => data.user.url)).toEqual(urls);
});

test('a change of a list elsewhere leads to the same user and items, also after it was restored', async () => {
  const read: string[] = [];
  const respond = ({ pathname }: URL) => {
    const path = pathname.slice('/api/2'.length);
    read.push(path);
    if (path === '/deep/changes') return listDocument([{ ...changeOf({ url: '../c/1' }), url: '../c/1/tasks' }]);
    return path === '/c/1' ? clientDocument('1') : listDocument([]);
  };
  const root = applicationDocument({ changes: '/deep/changes' });
  const care = await connected(respond, {}, JSON.stringify(root));
  const [found] = await care.changes({ type: 'tasks', since: new Date() }).toArray();
  const restored = await care.restore(JSON.parse(JSON.stringify(found?.toPlain())));
  for (const change of [found, restored]) {
    if (!(change instanceof TasksChange)) throw new Error('It is no change.');
    read.length = 0;
    await change.items().toArray();
    await care.client(change.user);
    expect(read).toEqual(['/c/1/tasks', '/c/1']);
    expect(change.userUrl).toBe(`${baseUrl}/c/1`);
  }
});

test('an empty external id names nobody in what is sent', async () => {
  const asked: string[] = [];
  const care = await connected((url) => {
    asked.push(url.pathname);
    return clientDocument('1');
  });
  const client = await care.client({ url: `${baseUrl}/c/1` });
  asked.length = 0;
  const refused = { name: 'InputError' };
  const relation = { professional: { id: '' }, predicate: 'attends' } as const;
  await expect(client.addRelation(relation)).rejects.toMatchObject(refused);
  await expect(client.syncRelations([relation])).rejects.toMatchObject(refused);
  await expect(client.mergeIn({ id: '' })).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});
