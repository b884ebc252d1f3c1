import {
  Client,
  Collection,
  type ExportJob,
  ForeignLinkError,
  InputError,
  LinkNotFoundError,
  Resource,
  type TasksChange,
} from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  applicationDocument,
  baseUrl,
  clientDocument,
  exportJobDocument,
  labelDocument,
  linksTo,
  listDocument,
  namespace,
  taskDocument,
} from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

async function clientWith(links: unknown, id = '1') {
  const care = await platform.connect();
  platform.on('GET', `/c/${id}`, json(clientDocument(id, { '@links': links })));
  const client = await care.client({ url: `${baseUrl}/c/${id}` });
  platform.forget();
  return client;
}

describe('the links of a resource', () => {
  test('are listed without a request, known and unknown ones', async () => {
    const client = await clientWith(linksTo({ 'tasks.items': '/c/1/tasks/items', 'later.release': '/c/1/later' }));
    expect(client.links.names()).toEqual(['tasks.items', 'later.release']);
    expect(client.links.has('later.release')).toBe(true);
    expect(client.links.find('later.release')).toEqual({ name: 'later.release', url: `${baseUrl}/c/1/later` });
    expect(client.links.find('diary')).toBeUndefined();
    expect(platform.seen).toHaveLength(0);
  });

  test.each([
    ['an empty list', []],
    ['no list', 'links'],
    ['nothing', undefined],
    ['broken entries', [null, 1, { name: 'x' }, { url: 'y' }]],
  ])('are none if `@links` is %s', async (_, links) => {
    const client = await clientWith(links);
    expect(client.links.names()).toEqual([]);
  });

  test('count by the first of two with one name', async () => {
    const client = await clientWith([...linksTo({ tasks: '/c/1/tasks' }), ...linksTo({ tasks: '/c/1/other' })]);
    expect(client.links.get('tasks').url).toBe(`${baseUrl}/c/1/tasks`);
  });

  test('that are missing are an error which names wanted and offered and what a missing link means', async () => {
    const client = await clientWith(linksTo({ tasks: '/c/1/tasks' }));
    const failure = await client.diary().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LinkNotFoundError);
    expect(failure).toMatchObject({ wanted: 'diary', offered: ['tasks'] });
    expect(platform.seen).toHaveLength(0);
  });

  test.each([
    ['tasks, planning', linksTo({ tasks: '/c/1/tasks', planning: '/c/1/planning' })],
    ['none', []],
  ])('that are missing are an error that names the links there are: %s', async (offered, links) => {
    const client = await clientWith(links);
    await expect(client.diary()).rejects.toThrow(
      `The client offers no link 'diary'. It offers: ${offered}. A missing link means`,
    );
  });
});

describe('following a link', () => {
  test('opens a resource by its type, and a collection if the response lists items', async () => {
    const client = await clientWith(linksTo({ other: '/c/2', 'later.items': '/c/1/later', odd: '/c/1/odd' }));
    platform.on('GET', '/c/2', json(clientDocument('2')));
    platform.on('GET', '/c/1/later', json(listDocument([taskDocument('a'), { '@type': `${namespace}/guest`, x: 1 }])));
    platform.on('GET', '/c/1/odd', json({ '@type': `${namespace}/odd`, colour: 'red' }));

    expect(await client.follow('other')).toBeInstanceOf(Client);
    const odd = await client.follow('odd');
    expect(odd).toBeInstanceOf(Resource);
    expect((odd as Resource).data).toEqual({ colour: 'red' });
    const later = (await client.follow('later.items')) as Collection<Resource>;
    expect(later).toBeInstanceOf(Collection);
    expect((await later.toArray()).map((item) => item.type)).toEqual([`${namespace}/task`, `${namespace}/guest`]);
    expect(platform.seen).toHaveLength(3);
  });

  test('keeps the query of the link and adds the caller’s', async () => {
    const client = await clientWith(linksTo({ later: `${baseUrl}/c/1/later?view=a%2Bb&limit=5` }));
    platform.on('GET', '/c/1/later', json({ '@type': `${namespace}/odd` }));
    await client.follow('later', { query: { limit: 7, since: '2024-07-01T10:00:00+02:00', none: undefined } });
    expect(Object.fromEntries(platform.seen[0]?.url.searchParams ?? [])).toEqual({
      view: 'a+b',
      limit: '7',
      since: '2024-07-01T10:00:00+02:00',
    });
    expect(platform.seen[0]?.url.search).toContain('%2B02');
  });

  test.each([
    ['absolute', `${baseUrl}/c/1/tasks/items`],
    ['relative to the host', '//care.example/api/2/c/1/tasks/items'],
    ['relative to the root of the host', '/api/2/c/1/tasks/items'],
    ['relative to the resource', '1/tasks/items'],
    ['relative with dots', '../c/1/tasks/items#here'],
  ])('resolves one that is %s against the URL it came from', async (_, url) => {
    const client = await clientWith([{ name: 'tasks.items', url }]);
    platform.on('GET', '/c/1/tasks/items', json(listDocument([])));
    expect(await client.tasks().toArray()).toEqual([]);
  });

  test('resolves the relative links of the application root below the base URL', async () => {
    const root = applicationDocument();
    const care = await platform.connect(
      {},
      { ...root, '@links': [{ name: 'configuration.labels.items', url: 'labels' }] },
    );
    platform.on('GET', '/labels', json(listDocument([labelDocument('1')])));
    expect(await care.labels().toArray()).toHaveLength(1);
  });
});

const foreign = [
  'https://evil.example/api/2/x',
  'https://care.example@evil.example/api/2/x',
  'https://care.example:secret@care.example/api/2/x',
  '//evil.example/api/2/x',
  'https://care.example:8443/api/2/x',
  'http://care.example/api/2/x',
  'https://care.example.evil.example/api/2/x',
  'blob:https://care.example/api/2/x',
  'javascript:alert(1)',
  'https://[',
  `${baseUrl}/c/1{?page}`,
];

describe.each(foreign)('a URL that leads astray (%s)', (url) => {
  const links = (name: string) => [{ name, url }];

  async function refused(call: Promise<unknown>) {
    const failure = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ForeignLinkError);
    expect(String(failure)).not.toContain('/api/2/x');
    expect(String(failure)).not.toContain('secret');
    expect(platform.seen).toHaveLength(0);
  }

  test('is refused before anything is sent, wherever it stands', async () => {
    const care = await platform.connect(
      {},
      { ...applicationDocument(), '@links': links('configuration.labels.items') },
    );
    await refused(care.labels().toArray());
    await refused(care.request({ url }));
    await refused(care.open(url));
    await refused(care.client({ url }));
    await refused(care.exportJob(url));

    const read = async <Kind>(document: object, path: string) => {
      platform.on('GET', path, json(document));
      const resource = await care.open(`${baseUrl}${path}`);
      platform.forget();
      return resource as Kind;
    };
    const withLink = await read<Client>(clientDocument('1', { '@links': links('tasks.items') }), '/c/1');
    await refused(withLink.follow('tasks.items'));
    const withUrl = await read<Client>(clientDocument('2', { '@url': url }), '/c/2');
    await refused(withUrl.refresh());
    await refused(withUrl.update({ infix: null }));
    const change = await read<TasksChange>(
      { '@type': `${namespace}/change/tasks`, url, user: { '@type': 'x', url } },
      '/change',
    );
    await refused(change.items().toArray());
    await refused(care.client(change.user));
    const job = await read<ExportJob>(
      { ...exportJobDocument(), '@links': [...links('download'), ...links('cancel')] },
      '/export/j1',
    );
    await refused(job.download());
    await refused(job.cancel());
  });
});

describe('`Location`', () => {
  test('of a created resource stands for a missing `@url`, and is checked when it is followed', async () => {
    const care = await platform.connect();
    const { '@url': _, ...document } = labelDocument('9');
    platform.on('POST', '/configuration/labels', json(document, 201, { location: 'https://evil.example/labels/9' }));
    const label = await care.createLabel('Autumn');
    expect(label.url).toBe('https://evil.example/labels/9');
    await expect(label.refresh()).rejects.toBeInstanceOf(ForeignLinkError);
    expect(platform.seen).toHaveLength(1);
  });
});

test('a value that is no text is refused as a URL', async () => {
  const care = await platform.connect();
  await expect(care.open(undefined as unknown as string)).rejects.toBeInstanceOf(InputError);
});
