import { Client, connect } from 'care-platform';
import { expect } from 'vitest';
import { newClient } from '../support/people.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get } from './wire.js';

rule('CON-1', 'an undocumented resource has no method, and a request for it is 404', async ({ care, raw }) => {
  const professional = await care.professional({ id: 'PRO-1' });
  for (const [resource, name] of [
    [care, 'authenticate'],
    [professional, 'logout'],
  ] as const) {
    expect(resource).not.toHaveProperty(name);
    await expect(resource.follow(name)).rejects.toMatchObject({ name: 'NotFoundError', status: 404 });
    expect((await raw('POST', resource.links.get(name).url, { json: {} })).status).toBe(404);
  }
});

rule('CON-2', 'the API lies below /api/2 of the application, however its address is written', async (scene) => {
  const { sandbox, raw } = scene;
  const { fetch, tokens } = sandbox;
  const { origin } = new URL(sandbox.baseUrl);
  for (const baseUrl of [origin, `${origin}/`, `${origin}/api/2`, `${origin}/api/2/`]) {
    const care = await connect({ baseUrl, token: tokens.apiUser, fetch });
    expect(care.url).toBe(`${origin}/api/2`);
  }
  const statuses = ['', '/', '/api', '/api/1', '/api/3', '/api/22'].map(async (path) => {
    return (await raw('GET', `${origin}${path}`)).status;
  });
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await raw('GET', `${origin}/api/2`)).status).toBe(200);
});

rule('CON-3', 'nothing is sent to another machine without encryption', async ({ sandbox }) => {
  const token = sandbox.tokens.apiUser;
  for (const baseUrl of ['http://sandbox.example', 'http://10.0.0.1/api/2', 'http://127.0.0.1.example']) {
    const { fetch } = sandbox;
    await expect(connect({ baseUrl, token, fetch })).rejects.toMatchObject({
      name: 'InputError',
      problems: [{ name: 'baseUrl' }],
    });
  }
  expect(sandbox.journal).toHaveLength(1);
});

rule(
  'CON-4',
  'every path is relative to the base URL and never to the root of its host',
  async ({ sandbox, care, raw }) => {
    const root = 'https://hospital.example/care/api/2';
    expect(care.url).toBe(root);
    const client = await care.client({ id: 'EHR-1042' });
    expect(client.url).toMatch(/^https:\/\/hospital\.example\/care\/api\/2\/c\/\w+$/);
    await care.clients().first();
    await care.request({ url: 'p/items' });
    expect(sandbox.journal.map(({ path }) => path)).toEqual(['/', '/aux/client/id/EHR-1042', '/c/items', '/p/items']);
    expect((await raw('GET', 'https://hospital.example/c/items')).status).toBe(404);
    expect((await raw('GET', 'https://hospital.example/api/2/c/items')).status).toBe(404);
  },
  { baseUrl: 'https://hospital.example/care/api/2' },
);

rule(
  'CON-5',
  'the same prefix, in any form, begins every type of an installation',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const client = await care.client({ id: 'EHR-1042' });
    expect([care.type, client.type]).toEqual(['urn:example:types/application', 'urn:example:types/client']);
    expect(await care.open(client.url)).toBeInstanceOf(Client);
    await care.createClient(newClient);
    expect(sent.at(-1)?.body).toMatchObject({ '@type': 'urn:example:types/client' });

    const paths = ['', '/c/items', '/p/items', '/configuration/labels/items', '/catalogue/items?limit=5'];
    const documents = await Promise.all(paths.map((path) => get(raw, path)));
    const types = documents.flatMap((one) => (one['@items'] ?? [one]).map((item) => item['@type']));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((type) => !type.startsWith('urn:example:types/'))).toEqual([]);
  },
  { settings: { typeNs: 'urn:example:types' } },
);

readingRules('0-conventions');

rule('CON-6', 'the people of the sandbox are made up: no mail can reach them, no number is one', async (scene) => {
  const users = scene.sandbox.control.users();
  expect(users.length).toBeGreaterThan(20);
  const reachable = users.filter(({ email }) => email !== null && !email.endsWith('.example'));
  expect(reachable).toEqual([]);
  const clients = (await get(scene.raw, '/c/items'))['@items'].filter(({ '@type': type }) => type.endsWith('/client'));
  expect(clients.length).toBeGreaterThan(10);
  for (const { phone_number, bsn } of clients) {
    expect(phone_number ?? '000-').toMatch(/^000-/);
    expect(bsn).toMatch(/^0{6}\d{3}$/);
  }
});
