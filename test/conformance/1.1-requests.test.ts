import { expect } from 'vitest';
import { newClient } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, json, requestsOf } from './wire.js';

rule('REQ-2', 'every request accepts JSON, whatever else it asks for', async ({ sandbox, raw }) => {
  sandbox.settings.strictAccept = true;
  const { care, sent, first } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  expect(await client.calendar()).toMatch(/^BEGIN:VCALENDAR/);
  expect(await (await client.planning()).calendar()).toMatch(/^BEGIN:VCALENDAR/);
  await (await care.file(client.data.picture ?? { url: '' })).bytes();
  await client.update({ infix: null });
  await care.clients().first();
  await (await care.createLabel('Nieuw')).delete();

  const accepted = [first, ...sent].map((request) => request?.headers.get('accept'));
  expect(accepted).toHaveLength(10);
  expect(accepted.filter((header) => !header?.includes('application/json'))).toEqual([]);
  expect(accepted[2]).toMatch(/^text\/calendar,/);
  expect(accepted[5]).toMatch(/^\*\/\*,/);

  expect((await raw('GET', '', { headers: { accept: 'text/html' } })).status).toBe(400);
  sandbox.settings.strictAccept = false;
  expect((await raw('GET', '', { headers: { accept: 'text/html' } })).status).toBe(200);
});

rule(
  'REQ-3',
  'a GET has no body and leaves everything as it was',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const client = await care.client({ id: 'EHR-1042' });
    const everything = async () => {
      const paths = ['/c/items', '/p/items', '/configuration/labels/items', '/catalogue/items?limit=100'];
      const own = ['tasks.items', 'diary.entries.items', 'relations.items'].map((name) => client.links.get(name).url);
      return Promise.all([client.url, ...paths, ...own].map((url) => get(raw, url)));
    };
    const before = await everything();
    const mails = sandbox.outbox.length;
    for (const name of client.links.names()) await raw('GET', client.links.get(name).url);
    await client.tasks().toArray();
    await client.diarySchemas();
    await care.professionals().toArray();
    expect(await everything()).toEqual(before);
    expect(sandbox.outbox).toHaveLength(mails);

    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
    expect(sent.map(({ body }) => body)).toEqual([undefined, undefined, undefined, undefined]);
    expect(sent.filter(({ headers }) => headers.has('content-type'))).toEqual([]);
  },
  { clock: { frozen: true } },
);

rule('REQ-4', 'a POST creates a resource in a place, or runs an action', async ({ sandbox, care, raw }) => {
  sandbox.settings.exportQueuedFor = null;
  const client = await care.client({ id: 'EHR-1042' });
  const [, second] = sandbox.control.users('client');
  const requests = await requestsOf(sandbox, async () => {
    await care.createLabel('Nieuw');
    await care.searchClients({ active: false }).first();
    await client.deactivate({ sendEmail: 'no' });
    await client.mergeIn({ url: `${sandbox.baseUrl}${second?.path}` });
    await (await care.startExport({ name: 'client' })).cancel();
  });
  const { pathname } = new URL(client.url);
  const own = pathname.slice('/api/2'.length);
  expect(requests.slice(0, 5)).toEqual([
    ...['POST /configuration/labels', 'POST /c/items', `POST ${own}/activation`, `POST ${own}/merge`, 'POST /export'],
  ]);
  expect(requests[5]).toMatch(/^POST \/export\/\w+\/cancel$/);
  expect(requests).toHaveLength(6);

  for (const path of [`${own}/activation`, `${own}/merge`, '/export', '/c', '/p', '/configuration/labels']) {
    expect((await raw('GET', path)).status, path).toBe(405);
  }
});

rule('REQ-5', 'a PATCH holds what changes, and what it does not hold stays', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  const before = await get(raw, client.url);
  await client.update({ phone_number: '000-7654321', infix: undefined });
  expect(sent.at(-1)).toMatchObject({ method: 'PATCH', body: { phone_number: '000-7654321' } });
  expect(Object.keys(sent.at(-1)?.body ?? {})).toEqual(['phone_number']);

  const { '@changes': _, ...after } = await get(raw, client.url);
  const { '@changes': __, ...unchanged } = before;
  expect(after).toEqual({ ...unchanged, phone_number: '000-7654321' });
});

rule('REQ-6', 'only a label and a relation can be deleted', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const kept = [
    ...[client, await care.professional({ id: 'PRO-1' }), await client.tasks().first()],
    ...[await client.diaryEntries().first(), await client.planning(), await care.startExport({ name: 'client' })],
    await client.plannedEvents({ after: '2026-03-02', before: '2026-04-02' }).first(),
  ];
  for (const one of kept) {
    expect(one, one?.type).not.toHaveProperty('delete');
    expect((await raw('DELETE', one?.url ?? '')).status, one?.type).toBe(405);
  }
  for (const list of [care.labels(), client.relations()]) {
    const [first, second] = await list.toArray();
    await first?.delete();
    expect((await raw('DELETE', second?.url ?? '')).status).toBe(204);
    expect((await list.toArray()).map(({ url }) => url)).not.toContain(first?.url);
    expect((await list.toArray()).map(({ url }) => url)).not.toContain(second?.url);
  }
});

rule('REQ-7', 'there are four methods; the client sends no other and the platform takes no other', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { url } = await care.client({ id: 'EHR-1042' });
  const before = sandbox.journal.length;
  for (const method of ['PUT', 'HEAD', 'OPTIONS', 'get']) {
    // @ts-expect-error: no method of the platform
    await expect(care.request({ method, url })).rejects.toMatchObject({ problems: [{ name: 'method' }] });
  }
  expect(sandbox.journal).toHaveLength(before);
  for (const method of ['PUT', 'HEAD', 'OPTIONS']) {
    const response = await raw(method, url, method === 'PUT' ? { json: {} } : {});
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
  }
});

rule('REQ-8', 'a body is one JSON object in UTF-8, and anything else is 406 and changes nothing', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  await care.updateClient({ id: 'EHR-1042' }, { first_name: 'Zoë', last_name: 'Łukasz 日本' });
  expect(sent.at(-1)?.body).toEqual({ first_name: 'Zoë', last_name: 'Łukasz 日本' });
  const path = '/aux/client/id/EHR-1042';
  expect(await get(raw, path)).toMatchObject({ first_name: 'Zoë', last_name: 'Łukasz 日本' });

  const latin1 = Uint8Array.from('{"first_name":"Zoë"}', (character) => character.charCodeAt(0));
  for (const body of ['{"first_name":', 'first_name=X', '["first_name"]', '"X"', 'null', '', latin1]) {
    const refused = await raw('PATCH', path, { body });
    expect(refused.status, String(body)).toBe(406);
    expect(await json(refused)).toMatchObject({ code: 406 });
    const created = await raw('POST', '/configuration/labels', { body });
    expect(created.status, String(body)).toBe(406);
  }
  expect(await get(raw, path)).toMatchObject({ first_name: 'Zoë' });
  const extra = { body: [] as unknown as Record<string, never> };
  await expect(care.updateClient({ id: 'EHR-1042' }, {}, { extra })).rejects.toMatchObject({ name: 'InputError' });
});

rule('REQ-9', 'a body is announced as JSON, and one announced as something else is not read', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.createClient(newClient);
  await client.update({ first_name: 'Nina' });
  await client.activate({ sendEmail: 'no' });
  expect(sent.map(({ method, headers }) => [method, headers.get('content-type')])).toEqual([
    ...[
      ['POST', 'application/json'],
      ['PATCH', 'application/json'],
      ['POST', 'application/json'],
    ],
  ]);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch']) {
    const refused = await raw('PATCH', client.url, { json: { first_name: 'X' }, headers: { 'content-type': type } });
    expect(refused.status, type).toBe(406);
  }
  expect((await client.refresh()).data.first_name).toBe('Nina');
});
