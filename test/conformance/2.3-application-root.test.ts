import { Application, connect } from 'care-platform';
import { expect } from 'vitest';
import { readingRule, rule } from './rule.js';
import { get, json, linkNames } from './wire.js';

readingRule(
  'ROOT-1',
  'the root is an application with URL, times and links, and the start of everything',
  async (reading) => {
    const { care, raw } = reading;
    const document = await get(raw, '');
    expect(document['@type']).toMatch(/.\/application$/);
    expect(document['@url']).toBe(care.url);
    for (const time of Object.values(document['@changes'])) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(document['@links'].length).toBeGreaterThan(0);
    expect(care).toBeInstanceOf(Application);
    expect([care.type, care.createdAt?.toISOString().slice(0, 19)]).toEqual([
      ...[document['@type'], document['@changes'].creation_time],
    ]);
  },
);

readingRule('ROOT-2', 'the root has the name of the application and the address for people', async ({ care, raw }) => {
  const { name, web_url } = await get(raw, '');
  expect([name, web_url]).toEqual([expect.any(String), expect.any(String)]);
  expect(care.data).toMatchObject({ name, web_url });
  expect(URL.canParse(care.data.web_url)).toBe(true);
});

rule('ROOT-2', 'name and address of the application are those of the installation', async ({ care, raw, sandbox }) => {
  expect(care.data.web_url).toBe('https://sandbox.example');
  sandbox.settings.name = 'Praktijk De Proef';
  sandbox.settings.webUrl = 'https://portaal.example';
  expect(await get(raw, '')).toMatchObject({ name: 'Praktijk De Proef', web_url: 'https://portaal.example' });
  expect((await care.refresh()).data).toMatchObject({ name: 'Praktijk De Proef', web_url: 'https://portaal.example' });
});

rule('ROOT-3, ROOT-4', 'mode and warning are null, or any text', async ({ care, raw, sandbox }) => {
  expect(await get(raw, '')).toMatchObject({ mode: null, warning: null });
  expect([care.data.mode, care.data.warning]).toEqual([null, null]);
  sandbox.settings.mode = 'acceptance';
  expect(await get(raw, '')).toMatchObject({ mode: 'acceptance', warning: null });
  sandbox.settings.warning = 'Vanavond onderhoud';
  expect(await get(raw, '')).toMatchObject({ mode: 'acceptance', warning: 'Vanavond onderhoud' });
  const { mode, warning } = (await care.refresh()).data;
  expect([mode, warning]).toEqual(['acceptance', 'Vanavond onderhoud']);
});

readingRule('ROOT-5', 'the root is the one thing that can be read without a token', async ({ raw }) => {
  const response = await raw('GET', '', { token: null });
  expect(response.status).toBe(200);
  expect((await json(response))['@type']).toMatch(/\/application$/);
});

rule('ROOT-5', 'the client connects without a token only if asked to, and then reads just the root', async (scene) => {
  const { raw, sandbox } = scene;
  const { baseUrl, fetch } = sandbox;
  await expect(connect({ baseUrl, fetch })).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'token' }],
  });
  await expect(connect({ baseUrl, fetch, token: '' })).rejects.toMatchObject({ name: 'InputError' });
  const headers: (string | null)[] = [];
  const record: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    headers.push(request.headers.get('authorization'));
    return sandbox.fetch(request);
  };
  const care = await connect({ baseUrl, fetch: record, anonymous: true });
  expect(care.data.name).toBe('Care Platform sandbox');
  await expect(care.labels().toArray()).rejects.toMatchObject({ name: 'UnauthorizedError', status: 401 });
  expect(headers).toEqual([null, null]);
  for (const path of ['/c/items', '/p/items', '/configuration/labels/items', '/nowhere']) {
    expect((await raw('GET', path, { token: null })).status, path).toBe(401);
  }
});

const names = ['authenticate', 'catalogue.items', 'changes', 'configuration.labels', 'configuration.labels.items'];

readingRule('ROOT-6', 'the root links to signing in, catalogue, changes and labels', async ({ care, raw }) => {
  expect(linkNames(await get(raw, ''))).toEqual(expect.arrayContaining(names));
  expect(care.links.names()).toEqual(expect.arrayContaining(names));
});

rule(
  'ROOT-6',
  'the sandbox offers the five links the document shows, and a sixth is followed all the same',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    expect(linkNames(await get(raw, ''))).toEqual(names);
    expect(await get(raw, '', sandbox.tokens.client)).toEqual(await get(raw, ''));
    sandbox.settings.rootLinks = { 'clients.items': 'c/items', 'something.new': 'p/items' };
    const root = await care.refresh();
    expect(root.links.names()).toEqual([...names, 'clients.items', 'something.new']);
    expect(await root.follow('something.new')).toHaveProperty('pages');
  },
);
