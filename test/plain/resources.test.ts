import { type Client, type DiaryEntry, ExportJob, type Plain, type Task } from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  exportJobDocument,
  linksTo,
  listDocument,
  listedClient,
  namespace,
  taskDocument,
} from '../support/documents.js';
import { eachKind } from '../support/each-kind.js';
import { newClient } from '../support/people.js';
import { byPath, connected, connectedTo } from '../support/scripted-fetch.js';
import { journeys } from './journeys.js';
import { contentOf, listed, offline, opened, throttle } from './readers.js';

describe.each(journeys)('a plain form that travels %s', (_, send) => {
  test.each(eachKind)('gives a %s again, without a request', async (_, document) => {
    const read = await opened(document);
    const restored = await (await offline()).restore(send(read.toPlain()));
    expect(contentOf(restored)).toEqual(contentOf(read));
    expect(restored.toPlain()).toEqual(read.toPlain());
  });

  test.each(eachKind)('gives a %s of a list again, with its links or without', async (_, document) => {
    const { '@links': __, ...bare } = document;
    const { '@url': ___, ...nameless } = document;
    const care = await offline();
    for (const item of await listed([document, bare, nameless])) {
      const restored = await care.restore(send(item.toPlain()));
      expect(contentOf(restored)).toEqual(contentOf(item));
      expect(restored.toPlain()).toEqual(item.toPlain());
    }
  });

  test('gives a page of a list again', async () => {
    const { '@type': _, ...untyped } = taskDocument('2');
    const care = await connected(() => listDocument([listedClient('1'), untyped], { total: 2 }), { throttle });
    for await (const page of care.clients().pages()) {
      const restored = await (await offline()).restore(send(page.toPlain()));
      expect(restored.items.map(contentOf)).toEqual(page.items.map(contentOf));
      expect(restored.total).toBe(2);
      expect(restored.toPlain()).toEqual(page.toPlain());
    }
  });
});

describe('a plain form', () => {
  test('has the URL, the type, absolute links, times with their zone and the data', async () => {
    const links = { download: '../file', cancel: '/export/j1/cancel' };
    const job = await opened<ExportJob>(
      exportJobDocument({
        '@changes': { creation_time: '2024-07-01T10:00:00', modification_time: null },
        '@links': [{ name: 'download', url: '../file' }, ...linksTo({ cancel: links.cancel })],
        completed: '2024-07-01T10:05:00',
        downloaded_on: ['2024-07-02T08:00:00'],
      }),
    );
    expect(job.toPlain()).toMatchObject({
      kind: 'export/job',
      type: `${namespace}/export/job`,
      url: `${baseUrl}/export/j1`,
      links: { download: `${baseUrl}/file`, cancel: `${baseUrl}/export/j1/cancel` },
      createdAt: '2024-07-01T10:00:00.000Z',
      modifiedAt: null,
      meta: {},
      data: { created: '2024-07-01T10:00:00.000Z', started: null, downloaded_on: ['2024-07-02T08:00:00.000Z'] },
    });
  });

  test.each(eachKind)(
    'of a %s is made of objects, lists, texts, numbers, true, false and null',
    async (_, document) => {
      const plain = (await opened(document)).toPlain();
      expect(plain).toStrictEqual(JSON.parse(JSON.stringify(plain)));
    },
  );

  test('is a new copy each time, and a program may change it', async () => {
    const client = await opened<Client>(clientDocument('1', { later: { deep: [1] } }));
    const plain = client.toPlain() as Plain<Client> & { data: { later: { deep: number[] } } };
    plain.data.later.deep.push(2);
    expect(client.toPlain().data).toMatchObject({ later: { deep: [1] } });
  });

  test('is not changed or frozen by what is restored of it', async () => {
    const plain = (await opened<Client>(clientDocument('1', { later: { deep: [1] } }))).toPlain();
    const restored = await (await offline()).restore(plain);
    expect(restored.toJSON()).toMatchObject({ later: { deep: [1] } });
    expect(Object.isFrozen((plain.data as unknown as { later: object }).later)).toBe(false);
  });

  test('keeps attributes and meta attributes of a later release', async () => {
    const read = await opened(clientDocument('1', { later: { deep: [1] }, '@later': ['a'] }));
    const restored = await (await offline()).restore(read.toPlain());
    expect([restored.attribute('later'), restored.attribute('@later')]).toEqual([{ deep: [1] }, ['a']]);
  });

  test('of a document without a type has the class that its list gave it', async () => {
    const { '@type': _, ...untyped } = taskDocument('1');
    const links = linksTo({ 'tasks.items': '/tasks/items' });
    const care = await connected(
      ({ pathname }) =>
        pathname.endsWith('items') ? listDocument([untyped]) : clientDocument('1', { '@links': links }),
      { throttle },
    );
    const [task] = await (await care.client({ url: 'c/1' })).tasks().toArray();
    const restored: Task = await (await offline()).restore(task?.toPlain() as Plain<Task>);
    expect(restored.constructor).toBe(task?.constructor);
  });

  test('of a tool gives a tool again', async () => {
    const client = await opened<Client>(clientDocument());
    const tool = await client.addTool({ id: 'panic' });
    expect((await (await offline()).restore(tool.toPlain())).constructor).toBe(tool.constructor);
  });

  test('of a connection with lenient validation keeps data of another shape', async () => {
    const warnings: string[] = [];
    const logger = { warn: (message: string) => warnings.push(message) };
    const options = { validation: 'lenient', logger } as const;
    const read = await opened<Client>(clientDocument('1', { first_name: 5 }), options);
    const restored = await (await offline(options)).restore(read.toPlain());
    expect(restored.data).toEqual(read.data);
    expect(warnings).toHaveLength(2);
  });
});

describe('a restored resource', () => {
  test('is read and changed by its own links', async () => {
    const plain = (await opened<Client>(clientDocument('1'))).toPlain();
    const { fetch, asked } = byPath({
      '/c/1/tasks/items': () => Response.json(listDocument([taskDocument('1')])),
      '/c/1': () => new Response(null, { status: 204 }),
    });
    const restored = await (await connectedTo(fetch, { throttle })).restore(plain);
    expect((await restored.tasks().toArray()).length).toBe(1);
    expect((await restored.update({ first_name: 'Fem' })).data.first_name).toBe('Fem');
    expect(asked).toEqual(['GET /c/1/tasks/items', 'PATCH /c/1']);
  });

  test('reads its links once if a list delivered it without them', async () => {
    const [item] = await listed<Client>([listedClient('1')]);
    expect(item?.toPlain().links).toBeNull();
    const { fetch, asked } = byPath({
      '/c/1/tasks/items': () => Response.json(listDocument([])),
      '/c/1': () => Response.json(clientDocument('1')),
    });
    const restored = await (await connectedTo(fetch, { throttle })).restore(item?.toPlain() as Plain<Client>);
    await restored.tasks().toArray();
    await restored.tasks().toArray();
    expect(asked).toEqual(['GET /c/1', 'GET /c/1/tasks/items', 'GET /c/1/tasks/items']);
  });

  test('reads its links once if the response to its creation had none', async () => {
    const { fetch, asked } = byPath({
      '/c': () => Response.json(listedClient('1'), { status: 201 }),
      '/c/1/tasks/items': () => Response.json(listDocument([])),
      '/c/1': () => Response.json(clientDocument('1')),
    });
    const care = await connectedTo(fetch, { throttle });
    const plain = (await care.createClient(newClient)).toPlain();
    expect(plain.links).toBeNull();
    const restored = await care.restore(plain);
    await restored.tasks().toArray();
    await restored.tasks().toArray();
    expect(asked.slice(1)).toEqual(['GET /c/1', 'GET /c/1/tasks/items', 'GET /c/1/tasks/items']);
    expect(restored.toPlain()).toEqual(plain);
  });

  test('that offers no links reads nothing to find one', async () => {
    const plain = (await opened<Client>(clientDocument('1', { '@links': [] }))).toPlain();
    expect(plain.links).toEqual({});
    const restored = await (await offline()).restore(plain);
    await expect(restored.tasks().toArray()).rejects.toMatchObject({ name: 'LinkNotFoundError' });
  });

  test('of an entry that was read without links offers none either', async () => {
    const read = await opened<DiaryEntry>({
      '@type': `${namespace}/diary/schema/entry#mood:1`,
      '@url': `${baseUrl}/c/1/diary/entries/1`,
      '@links': [],
      dt: '2024-07-01T10:00:00',
    });
    const restored = await (await offline()).restore(read.toPlain());
    expect(restored.toPlain().links).toEqual({});
    await expect(restored.follow('items')).rejects.toMatchObject({ name: 'LinkNotFoundError' });
  });

  test('of a lazy module is of the class that a program imports', async () => {
    const job = await opened<ExportJob>(exportJobDocument({ state: 'queued' }, { download: '/file' }));
    const restored = await (await offline()).restore(job.toPlain());
    expect(restored).toBeInstanceOf(ExportJob);
    expect([restored.ready, restored.expiresAt]).toEqual([true, undefined]);
  });

  test('of `as` reads with the token of that user, and needs no root', async () => {
    const plain = (await opened<Client>(clientDocument('1'))).toPlain();
    const sent: string[] = [];
    const care = await connectedTo(
      async (url, { headers }) => {
        sent.push(`${url.slice(baseUrl.length)} ${new Headers(headers).get('authorization')}`);
        return Response.json(listDocument([]));
      },
      { throttle, token: 'of-the-server' },
    );
    const restored = await care.as('of-the-visitor').restore(plain);
    await restored.tasks().toArray();
    expect(sent).toEqual(['/c/1/tasks/items svc-token of-the-visitor']);
  });
});
