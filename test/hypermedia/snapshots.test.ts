import { type Client, inlineFile, LinkNotFoundError, NotFoundError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  labelDocument,
  linksTo,
  listDocument,
  listedClient,
  taskDocument,
} from '../support/documents.js';
import { empty, json, type Responder, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const url = `${baseUrl}/c/1`;

async function read(fields: Record<string, unknown> = {}): Promise<Client> {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1', fields)));
  const client = await care.client({ url });
  platform.forget();
  return client;
}

/** Clients as a list gives them: without links. */
async function listed(...documents: object[]): Promise<Client[]> {
  const care = await platform.connect();
  platform.on('GET', '/c/items', json(listDocument(documents, { total: documents.length })));
  const clients = await care.clients().toArray();
  platform.forget();
  return clients as Client[];
}

const slow =
  (respond: Responder): Responder =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return respond(request);
  };

describe('a snapshot', () => {
  test('cannot be changed, to its last list', async () => {
    const client = await read({ labels: ['a'], later: { deep: [1] } });
    const data = client.data as unknown as { first_name: string; labels: string[]; later: { deep: number[] } };
    expect(() => Object.assign(data, { first_name: 'x' })).toThrow(TypeError);
    expect(() => data.labels.push('b')).toThrow(TypeError);
    expect(() => data.later.deep.push(2)).toThrow(TypeError);
    expect(() => Object.assign(client.toJSON(), { first_name: 'x' })).toThrow(TypeError);
    expect(() => (client.attribute('labels') as string[]).push('b')).toThrow(TypeError);
    expect(client.data.labels).toEqual(['a']);
  });

  test('is JSON as it came from the platform', async () => {
    const client = await read({ later: 1 });
    expect(JSON.parse(JSON.stringify(client))).toEqual(clientDocument('1', { later: 1 }));
  });

  test('is not renewed by `refresh`, which resolves to a new one', async () => {
    const client = await read();
    platform.on('GET', '/c/1', json(clientDocument('1', { first_name: 'Fem' })));
    const fresh = await client.refresh();
    expect([client.data.first_name, fresh.data.first_name]).toEqual(['Noor', 'Fem']);
    expect(fresh.constructor).toBe(client.constructor);
    expect(platform.seen).toHaveLength(1);
  });

  test('that is gone fails to refresh as every request does', async () => {
    const client = await read();
    platform.on('GET', '/c/1', refusal(404));
    await expect(client.refresh()).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('an update', () => {
  test('that gets an empty response adds the sent fields to the old snapshot, without a request', async () => {
    const client = await read();
    platform.on('PATCH', '/c/1', empty(200));
    const updated = await client.update({ first_name: 'Fem', infix: null, phone_number: undefined });
    expect(JSON.parse(platform.seen[0]?.body ?? '')).toEqual({ first_name: 'Fem', infix: null });
    expect(updated.data).toMatchObject({
      first_name: 'Fem',
      infix: null,
      phone_number: '010-1234567',
      name: 'Noor de Wit',
    });
    expect(client.data.first_name).toBe('Noor');
    expect(updated.links.has('tasks.items')).toBe(true);
    expect(updated.url).toBe(url);
    expect(platform.seen).toHaveLength(1);
  });

  test('that gets a response with a body takes it as the new state', async () => {
    const client = await read();
    platform.on('PATCH', '/c/1', json(clientDocument('1', { first_name: 'Fem', name: 'Fem de Wit' })));
    const updated = await client.update({ first_name: 'fem' });
    expect(updated.data).toMatchObject({ first_name: 'Fem', name: 'Fem de Wit' });
  });

  test('with `reread` reads it afterwards, without the `extra` of the update', async () => {
    const client = await read();
    platform.on('PATCH', '/c/1', empty(204));
    platform.on('GET', '/c/1', json(clientDocument('1', { name: 'Fem de Wit' })));
    const updated = await client.update(
      { first_name: 'Fem' },
      { reread: true, extra: { body: { later: 1 }, query: { later: '1' } } },
    );
    expect(updated.data.name).toBe('Fem de Wit');
    expect(platform.seen.map((each) => [each.method, each.url.search, each.body])).toEqual([
      ['PATCH', '?later=1', '{"first_name":"Fem","later":1}'],
      ['GET', '', ''],
    ]);
  });

  test('of a picture does not pretend that its bytes can be read', async () => {
    const client = await read({ picture: null });
    platform.on('PATCH', '/c/1', empty(204));
    const picture = await inlineFile(new Uint8Array([1, 2, 3]), 'me.png');
    const updated = await client.update({ picture, first_name: 'Fem' });
    expect(JSON.parse(platform.seen[0]?.body ?? '').picture).toEqual({
      '@type': 'base64',
      data: 'AQID',
      filename: 'me.png',
    });
    expect(updated.data).toMatchObject({ picture: null, first_name: 'Fem' });
    expect((await updated.update({ picture: null })).data.picture).toBeNull();
  });

  test('shows no field that the platform does not keep: one that is not enabled is dropped in silence', async () => {
    const { bsn: _, ...enabled } = clientDocument('1');
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(enabled));
    const client = await care.client({ url });
    platform.on('PATCH', '/c/1', empty(204));
    const updated = await client.update({ bsn: '000000012', infix: 'de' });
    expect(updated.data).not.toHaveProperty('bsn');
    expect(updated.data.infix).toBe('de');
  });

  test('keeps no hold of what the caller gave', async () => {
    const client = await read({ later: {} });
    platform.on('PATCH', '/c/1', empty(204));
    const labels = ['a'];
    const later = { deep: [1] };
    const updated = await client.update({ labels }, { extra: { body: { later } } });
    labels.push('b');
    later.deep.push(2);
    expect(updated.data.labels).toEqual(['a']);
    expect(updated.attribute('later')).toEqual({ deep: [1] });
  });

  test('of an item of a list keeps that its links were not delivered', async () => {
    const [client] = await listed(listedClient('1'));
    platform.on('PATCH', '/c/1', empty(204));
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('GET', '/c/1/tasks/items', json(listDocument([])));
    const updated = await client?.update({ first_name: 'Fem' });
    expect(await updated?.tasks().toArray()).toEqual([]);
  });
});

describe('an item of a list that came without links', () => {
  test('costs one GET of its own URL, once', async () => {
    const [client] = await listed(listedClient('1'));
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('GET', '/c/1/tasks/items', json(listDocument([taskDocument('a')])));
    expect(await client?.tasks().toArray()).toHaveLength(1);
    expect(await client?.tasks().toArray()).toHaveLength(1);
    expect(platform.seen.map((each) => each.url.pathname)).toEqual([
      '/api/2/c/1',
      '/api/2/c/1/tasks/items',
      '/api/2/c/1/tasks/items',
    ]);
  });

  test('costs one GET also when several ask at once', async () => {
    const [client] = await listed(listedClient('1'));
    platform.on('GET', '/c/1', slow(json(clientDocument('1'))));
    platform.on('GET', '/c/1/tasks/items', json(listDocument([])));
    platform.on('GET', '/c/1/relations/items', json(listDocument([])));
    await Promise.all([client?.tasks().toArray(), client?.tasks().toArray(), client?.relations().toArray()]);
    expect(platform.seen.filter((each) => each.url.pathname === '/api/2/c/1')).toHaveLength(1);
  });

  test('is read for the other callers if one of them aborts', async () => {
    const [client] = await listed(listedClient('1'));
    const stop = new AbortController();
    platform.on('GET', '/c/1', async (request) => {
      stop.abort(new Error('enough'));
      await expect(first).rejects.toThrow('enough');
      return json(clientDocument('1'))(request);
    });
    platform.on('GET', '/c/1/tasks/items', json(listDocument([])));
    const first = client?.tasks({}, { signal: stop.signal }).toArray();
    const second = client?.tasks().toArray();
    expect(await second).toEqual([]);
    expect(platform.seen.filter((each) => each.url.pathname === '/api/2/c/1')).toHaveLength(1);
  });

  test('is requested again after a failure, and after all have aborted', async () => {
    const [client] = await listed(listedClient('1'));
    const stop = new AbortController();
    const never: Responder = () => {
      stop.abort(new Error('enough'));
      return new Promise(() => undefined);
    };
    platform.on('GET', '/c/1', refusal(403), never, json(clientDocument('1')));
    platform.on('GET', '/c/1/tasks/items', json(listDocument([])));
    await expect(client?.tasks().toArray()).rejects.toMatchObject({ status: 403 });
    await expect(client?.tasks({}, { signal: stop.signal }).toArray()).rejects.toThrow('enough');
    expect(await client?.tasks().toArray()).toEqual([]);
  });

  test('is a `LinkNotFoundError` if its own URL has no such link either', async () => {
    const [client] = await listed(listedClient('1'));
    platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ tasks: '/c/1/tasks' }) })));
    await expect(client?.diary()).rejects.toMatchObject({ name: 'LinkNotFoundError', offered: ['tasks'] });
    await expect(client?.diary()).rejects.toBeInstanceOf(LinkNotFoundError);
    expect(platform.seen).toHaveLength(1);
  });

  test('is not requested if the links were delivered', async () => {
    const [client] = await listed(clientDocument('1', { '@links': linksTo({ tasks: '/c/1/tasks' }) }));
    await expect(client?.diary()).rejects.toBeInstanceOf(LinkNotFoundError);
    expect(platform.seen).toHaveLength(0);
  });
});

describe('a created resource', () => {
  test('is the body of its response, its URL `Location` if the body names none', async () => {
    const care = await platform.connect();
    const { '@url': _, ...document } = labelDocument('9');
    platform.on('POST', '/configuration/labels', json(document, 201, { location: '/api/2/configuration/labels/9' }));
    const label = await care.createLabel('Label 9');
    expect(label.url).toBe(`${baseUrl}/configuration/labels/9`);
    expect(label.data.identifier).toBe('9');
    platform.on('POST', '/configuration/labels', json(document, 201));
    expect((await care.createLabel('Label 9')).data.identifier).toBe('9');
  });

  test('can be deleted, with every documented response', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/9', json(labelDocument('9')));
    const label = await care.label({ identifier: '9' });
    for (const respond of [empty(204), empty(200), json({})]) {
      platform.on('DELETE', '/configuration/labels/9', respond);
      expect(await label.delete()).toBeUndefined();
    }
  });
});
