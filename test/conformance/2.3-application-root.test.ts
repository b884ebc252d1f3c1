import { connect } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { get, linkNames } from './wire.js';

readingRules('2.3-application-root');

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
