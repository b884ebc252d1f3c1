import { Client, connect, Friend, InputError, UnauthorizedError } from 'care-platform';
import { expect } from 'vitest';
import { newActiveClient, newClient } from '../support/people.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get, json } from './wire.js';

rule('EPU-1', 'all but the root needs a token, and the client sends it everywhere', async ({ sandbox, raw, care }) => {
  const path = (await get(raw, '/aux/client/id/EHR-1042'))['@url'];
  for (const one of [
    '/c/items',
    `${path}`,
    `${path}/tasks/items`,
    '/p/items',
    '/catalogue/items?limit=1',
    '/changes',
  ]) {
    expect([one, (await raw('GET', one, { token: null })).status]).toEqual([one, 401]);
  }
  expect((await raw('GET', '', { token: null })).status).toBe(200);

  const before = sandbox.journal.length;
  await (await care.client({ id: 'EHR-1042' })).tasks().toArray();
  await care.labels().toArray();
  const [apiUser] = sandbox.control.users('apiUser');
  expect(sandbox.journal.slice(before).map((one) => one.user)).toEqual(Array(3).fill(apiUser?.key));

  const anonymous = await connect({ baseUrl: sandbox.baseUrl, anonymous: true, fetch: sandbox.fetch });
  expect(anonymous.data.name).toBe(sandbox.settings.name);
  await expect(anonymous.labels().toArray()).rejects.toThrow(UnauthorizedError);
});

rule('EPU-2', 'an external id is an address below /aux alone, for reading and editing', async ({ sandbox, raw }) => {
  for (const [place, kind, id] of [
    ['/c', 'client', 'EHR-1042'],
    ['/p', 'professional', 'PRO-1'],
  ]) {
    expect((await raw('GET', `${place}/${id}`)).status).toBe(404);
    expect((await raw('PATCH', `${place}/${id}`, { json: { infix: 'de' } })).status).toBe(404);
    const aux = `/aux/${kind}/id/${id}`;
    expect((await raw('PATCH', aux, { json: { infix: 'van' } })).status).toBe(204);
    expect(await (await raw('GET', aux)).json()).toMatchObject({ id, infix: 'van' });
  }
  const { care, sent } = await recorded(sandbox);
  await care.client({ id: 'EHR-1042' });
  await care.updateClient({ id: 'EHR-1042' }, { infix: null });
  await care.professional({ id: 'PRO-1' });
  await care.updateProfessional({ id: 'PRO-1' }, { infix: null });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /aux/client/id/EHR-1042',
    'PATCH /aux/client/id/EHR-1042',
    'GET /aux/professional/id/PRO-1',
    'PATCH /aux/professional/id/PRO-1',
  ]);
});

rule('EPU-3', 'the root responds with its links, with a slash or without, to one request', async ({ sandbox, raw }) => {
  const { care, first, sent } = await recorded(sandbox);
  expect([first?.method, first?.body, sent]).toEqual(['GET', undefined, []]);
  for (const path of ['', '/']) {
    const response = await raw('GET', path);
    expect(response.status).toBe(200);
    const { '@type': type, '@links': links } = await response.json();
    expect(type).toBe('https://care.example/ns/application');
    expect(care.links.names()).toEqual(links.map((link: { name: string }) => link.name));
    expect(care.links.names()).toContain('configuration.labels');
  }
});

readingRules('4.1-root-and-clients');

rule('EPU-5', 'the list holds clients with all their fields, and friends', async ({ care, raw }) => {
  const { '@items': items } = await (await raw('GET', '/c/items')).json();
  const fields = (type: string) =>
    items
      .filter((one: { '@type': string }) => one['@type'].endsWith(`/${type}`))
      .map((one: object) => Object.keys(one).filter((name) => !name.startsWith('@')));
  const whole = Object.keys(await get(raw, '/aux/client/id/EHR-1042')).filter((name) => !name.startsWith('@'));
  expect(fields('client')).toEqual(Array(12).fill(whole));
  const { '@items': last, '@paging': paging } = await get(raw, '/c/items?start=10&limit=3');
  expect(last.map((item) => item['@type'].split('/').at(-1))).toEqual(['client', 'client', 'friend']);
  expect(paging).toEqual({ found: 3, limit: 3, start: 10, total: 14 });
  // What an API user may see of a friend: nothing but this.
  expect(fields('friend')).toEqual(Array(2).fill(['active']));
  const listed = await care.clients().toArray();
  expect(listed.filter((one) => one instanceof Client)).toHaveLength(12);
  const friends = listed.filter((one) => one instanceof Friend);
  expect(friends.map((one) => one.data.name)).toEqual([undefined, undefined]);
});

rule(
  'EPU-6',
  'the total of the list is a number or null, and the client reads both',
  async ({ sandbox, care, raw }) => {
    for (const [totals, total] of [['number', 14] as const, ['null', null] as const]) {
      sandbox.settings.totals = totals;
      expect((await (await raw('GET', '/c/items?limit=5')).json())['@paging'].total).toBe(total);
      for await (const page of care.clients({ limit: 5 }).pages()) expect(page.total).toBe(total);
      expect(await care.clients({ limit: 5 }).toArray()).toHaveLength(14);
    }
  },
);

rule(
  'EPU-7',
  'a search is a POST with its batch in the body, and its response is that of the list',
  async ({ sandbox, raw }) => {
    const response = await raw('POST', '/c/items', { json: { active: true, start: 1, limit: 2 } });
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
    const { '@items': items, ...rest } = await response.json();
    expect(rest).toEqual({ '@links': [], '@paging': { found: 2, limit: 2, start: 1, total: 13 } });

    const { care, sent } = await recorded(sandbox);
    const found = await care.searchClients({ active: true, start: 1, limit: 2 }).toArray({ max: 2 });
    expect(found.map((one) => one.url)).toEqual(items.map((one: { '@url': string }) => one['@url']));
    expect(sent.map(({ method, path, query, body }) => [method, `${path}${query}`, body])).toEqual([
      ['POST', '/c/items', { active: true, start: 1, limit: 2 }],
    ]);
    for (const criteria of [{ email: 'fenna.voorbeeld@mail.example' }, { id: 'EHR-1042' }, { bsn: '000000001' }]) {
      const [client, ...others] = await care.searchClients(criteria).toArray();
      expect([client?.attribute('first_name'), others]).toEqual(['Fenna', []]);
    }
  },
);

rule('EPU-8', 'all conditions of a search must match', async ({ care, raw }) => {
  const both = { id: 'EHR-1042', email: 'fenna.voorbeeld@mail.example' };
  expect(await care.searchClients(both).toArray()).toHaveLength(1);
  expect(await care.searchClients({ ...both, active: false }).toArray()).toEqual([]);
  const withNull = await json(raw('POST', '/c/items', { json: { ...both, bsn: null } }));
  expect(withNull['@paging']).toMatchObject({ found: 1 });
  const inactive = await json(raw('POST', '/c/items', { json: { active: false, limit: 5 } }));
  expect(inactive['@paging']).toEqual({ found: 1, limit: 5, start: null, total: 1 });
  const { '@items': items } = await (await raw('POST', '/c/items', { json: { ...both, bsn: '000000002' } })).json();
  expect(items).toEqual([]);
});

rule('EPU-9', 'a search cannot find users by a missing value', async ({ sandbox, raw }) => {
  const { '@paging': paging } = await (await raw('POST', '/c/items', { json: { id: null } })).json();
  expect(paging.total).toBe(14);
  const { care, sent } = await recorded(sandbox);
  // @ts-expect-error: no null in the criteria
  expect(() => care.searchClients({ id: null })).toThrow(InputError);
  expect(sent).toEqual([]);
});

rule('EPU-10', 'a created client comes back whole, with its address', async ({ sandbox, raw }) => {
  const response = await raw('POST', '/c', { json: newClient });
  const client = await response.json();
  expect([response.status, response.headers.get('location')]).toEqual([201, client['@url']]);
  expect(await (await raw('GET', client['@url'])).json()).toEqual(client);

  const { care, sent } = await recorded(sandbox);
  const created = await care.createClient({ ...newClient, email: 'n2@mail.example' });
  expect(created.data).toMatchObject({ ...newClient, email: 'n2@mail.example', name: 'Nova Nieuw' });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /c']);
  expect((await care.client({ url: created.url })).data).toEqual(created.data);
});

rule('EPU-11', 'the platform names the source of a new client', async ({ sandbox, care, raw }) => {
  const fields = { ...newClient, external_source: 'mine' };
  expect((await json(raw('POST', '/c', { json: fields }))).external_source).toBe('sandbox-ehr');
  // @ts-expect-error: nothing to send
  await expect(care.createClient({ ...newClient, external_source: 'mine' })).rejects.toThrow(InputError);
  expect((await care.createClient({ ...newClient, email: 'n2@mail.example' })).data).toMatchObject({
    external_source: 'sandbox-ehr',
  });
  const bySecretary = { ...fields, email: 'n3@mail.example' };
  const response = raw('POST', '/c', { json: bySecretary, token: sandbox.tokens.secretary });
  expect((await json(response)).external_source).toBeNull();
});

rule('EPU-12', 'a client that is created active gets the welcome mail', async ({ sandbox, care }) => {
  await care.createClient(newActiveClient);
  expect(sandbox.outbox).toEqual([{ to: newClient.email, kind: 'welcome', at: expect.any(Date) }]);
});

rule('EPU-13', 'a client that is created inactive gets no mail and cannot use the platform', async (scene) => {
  const { sandbox, care, as } = scene;
  const created = await care.createClient(newClient);
  expect([created.data.active, sandbox.outbox]).toEqual([false, []]);
  const token = sandbox.control.issueToken(created.url);
  expect((await scene.raw('GET', created.url, { token })).status).toBe(401);
  await expect(as(token)).rejects.toThrow(UnauthorizedError);
});
