import { Client, type PlannedEvent, Resource, ResponseValidationError, UnexpectedResponseError } from 'care-platform';
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
import { empty, json, page, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const url = `${baseUrl}/c/1`;

async function read(fields: Record<string, unknown>, options: Parameters<typeof platform.connect>[0] = {}) {
  const care = await platform.connect(options);
  platform.on('GET', '/c/1', json(clientDocument('1', fields)));
  return care.client({ url });
}

describe('unknown names are kept', () => {
  test('attributes, in `data` and by `attribute()`', async () => {
    const client = await read({ shoe_size: 41, nested: { a: [1] } });
    expect(client.attribute('shoe_size')).toBe(41);
    expect(client.attribute('nested')).toEqual({ a: [1] });
    expect(client.data).toHaveProperty('shoe_size', 41);
    expect(client.attribute('none')).toBeUndefined();
    expect(client.attribute('toString')).toBeUndefined();
  });

  test('an attribute called `__proto__`, which changes no prototype', async () => {
    const care = await platform.connect();
    const text = JSON.stringify(clientDocument('1')).replace(
      '{',
      '{"__proto__":{"active":"polluted"},"constructor":7,',
    );
    platform.on('GET', '/c/1', page(text, 200, 'application/json'));
    const client = await care.client({ url });
    expect(client.attribute('__proto__')).toEqual({ active: 'polluted' });
    expect(Object.getPrototypeOf(client.data)).toBe(Object.prototype);
    expect(client.data).toHaveProperty('constructor', 7);
    expect(({} as { active?: unknown }).active).toBeUndefined();
    const updated = JSON.stringify(client);
    expect(updated).toContain('"__proto__"');
  });

  test('choices', async () => {
    expect((await read({ gender: 'x' })).data.gender).toBe('x');
  });

  test('types, which do not lose the rest of their list', async () => {
    const care = await platform.connect();
    const guest = { '@type': `${namespace}/guest`, '@url': `${baseUrl}/g/1`, name: 'Someone' };
    platform.on(
      'GET',
      '/c/items',
      json(listDocument([clientDocument('1'), guest, 'odd', clientDocument('2')], { total: 4 })),
    );
    const all: Resource<unknown>[] = await care.clients().toArray();
    expect(all.map((each) => each.constructor)).toEqual(
      [Client, Resource, Client, Client].map((kind, at) => (at === 2 ? all[2]?.constructor : kind)),
    );
    expect(all[1]).toMatchObject({ type: `${namespace}/guest`, data: { name: 'Someone' } });
    expect(all[2]?.data).toEqual({ value: 'odd' });
  });

  test('a change whose type lacks its s', async () => {
    const care = await platform.connect();
    const user = { '@type': `${namespace}/user-reference/client`, url };
    const change = (type: string) => ({ '@type': `${namespace}/change/${type}`, url: `${url}/conversations`, user });
    platform.on(
      'GET',
      '/changes',
      json(listDocument([change('conversation'), change('conversations'), change('moods')])),
    );
    const changes = await care.changes({ type: 'conversations', since: new Date(0) }).toArray();
    expect(changes.map((each) => 'items' in each)).toEqual([true, true, false]);
  });
});

describe('the fields that are known', () => {
  test('are read: no value is `null`, an absent setting stays absent', async () => {
    const client = await read({ infix: undefined, external_source: undefined, phone_number: null, bsn: undefined });
    expect(client.data.infix).toBeNull();
    expect(client.data.external_source).toBeNull();
    expect(client.data.phone_number).toBeNull();
    expect(client.data.bsn).toBeUndefined();
    expect(Object.keys(client.data).some((name) => name.startsWith('@'))).toBe(false);
  });

  test('have their meta attributes beside them', async () => {
    const client = await read({});
    expect(client.type).toBe(`${namespace}/client`);
    expect(client.url).toBe(url);
    expect(client.createdAt).toEqual(new Date('2024-01-01T08:00:00Z'));
    expect(client.modifiedAt).toEqual(new Date('2024-07-01T10:00:00Z'));
    const bare = await read({ '@changes': undefined });
    expect([bare.createdAt, bare.modifiedAt]).toEqual([undefined, undefined]);
  });

  test('are lists even if the platform writes `null` for an empty one', async () => {
    const care = await platform.connect();
    platform.on('GET', '/export/j1', json(exportJobDocument({ downloaded_on: null })));
    expect((await care.exportJob(`${baseUrl}/export/j1`)).data.downloaded_on).toEqual([]);
    platform.on('GET', '/export/j1', json(exportJobDocument({ downloaded_on: ['2024-07-01T10:00:00'] })));
    expect((await care.exportJob(`${baseUrl}/export/j1`)).data.downloaded_on).toEqual([
      new Date('2024-07-01T10:00:00Z'),
    ]);
  });

  test('show an invalid `@url` as it came', async () => {
    expect((await read({ '@url': 'https://[broken' })).url).toBe('https://[broken');
  });
});

describe('a response that is not as documented', () => {
  const broken = {
    first_name: 41,
    active: 'Verhoeven',
    picture: { '@type': 'link', url: 5, size: 'big', content_type: null },
  };

  test('is an error that names resource and fields, and never a value', async () => {
    const failure = await read(broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ResponseValidationError);
    expect(failure).toMatchObject({
      resource: 'client',
      problems: ['first_name', 'active', 'picture.url', 'picture.size', 'picture.content_type'].map((name) => ({
        name,
      })),
    });
    expect(String(failure)).not.toMatch(/41|Verhoeven|big/);
  });

  test('in a list names the item by its place', async () => {
    const care = await platform.connect();
    const items = [labelDocument('a'), labelDocument('b'), labelDocument('c', { label: null })];
    platform.on('GET', '/configuration/labels/items', json(listDocument(items)));
    await expect(care.labels().toArray()).rejects.toMatchObject({
      resource: 'item 2 of configuration.labels.items of application',
      problems: [{ name: 'label' }],
    });
  });

  test('in a later batch names the item by its place in the whole list', async () => {
    const care = await platform.connect();
    const all = [1, 2, 3, 4, 5].map((id) => clientDocument(String(id), id === 5 ? { active: 'x' } : {}));
    const batch = (start: number) => json(listDocument(all.slice(start, start + 3), { total: 5 }));
    platform.on('GET', '/c/items', batch(0), batch(2));
    await expect(care.clients({ limit: 3 }).toArray()).rejects.toMatchObject({ resource: 'item 4 of clients' });
  });

  test('is logged and read as far as possible if validation is lenient', async () => {
    const warnings: string[] = [];
    const client = await read(broken, { validation: 'lenient', logger: { warn: (message) => warnings.push(message) } });
    expect(client.data).toMatchObject({ first_name: 41, active: 'Verhoeven', last_name: 'Wit' });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('first_name');
    expect(warnings[0]).not.toMatch(/41|Verhoeven|big/);
    expect((await read(broken, { validation: 'lenient' })).data).toMatchObject({ first_name: 41 });
  });

  test('leaves the types of its other fields as they are if validation is lenient', async () => {
    const care = await platform.connect({ validation: 'lenient' });
    const event = { '@type': `${namespace}/todo`, topic: 7, description: '', eta: '2026-03-01T09:00:00' };
    platform.on('GET', '/c/1/planning/1', json(event));
    const found = (await care.open(`${url}/planning/1`)) as unknown as PlannedEvent;
    expect(found.data).toEqual({ topic: 7, description: '', eta: new Date('2026-03-01T09:00:00Z'), title: null });
  });

  test('is an error without the text if a date with time is invalid', async () => {
    const care = await platform.connect();
    platform.on(
      'GET',
      '/c/1/diary/entries/e',
      json({ '@type': `${namespace}/diary/schema/entry#mood:1`, dt: 'yesterday' }),
    );
    const failure = await care.open(`${url}/diary/entries/e`).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ResponseValidationError);
    expect(failure).toMatchObject({ resource: 'diary/schema/entry#', problems: [{ name: 'dt' }] });
    expect(String(failure)).not.toContain('yesterday');
  });

  test('is an error if it is the application root, which reports how many requests it took', async () => {
    await expect(platform.connect({}, { ...applicationDocument(), name: 5 })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      resource: 'application',
      problems: [{ name: 'name' }],
      attempts: 1,
    });
  });

  test('is an error if it is of another kind than requested', async () => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(labelDocument('a')));
    await expect(care.client({ url })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      problems: [{ name: '@type' }],
    });
  });

  test('is an error if a list has no `@items`, since an empty list would mean that there are none', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', json({ '@items': null }));
    await expect(care.labels().toArray()).rejects.toMatchObject({ problems: [{ name: '@items' }] });
  });

  test.each([
    ['an array', json([])],
    ['a string', json('client')],
    ['null', json(null)],
    ['nothing', empty(200)],
    ['no content', empty(204)],
  ])('is an error if a resource is %s', async (_, respond) => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', respond);
    await expect(care.client({ url })).rejects.toBeInstanceOf(UnexpectedResponseError);
  });
});

test('a list of tasks without types is read as tasks', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ 'tasks.items': '/t' }) })));
  platform.on('GET', '/t', json(listDocument([taskDocument('a', { '@type': undefined })])));
  const [task] = await (await care.client({ url })).tasks().toArray();
  expect(task?.data.title).toBe('Task a');
  expect(task?.constructor.name).toBe('Task');
});
