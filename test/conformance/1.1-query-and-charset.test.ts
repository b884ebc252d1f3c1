import { connect } from 'care-platform';
import { expect } from 'vitest';
import { checkSandbox } from './check-sandbox.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get } from './wire.js';

rule('REQ-10', 'query parameters are pairs, escaped by who sends them and read by who gets them', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  await care.request({ url: 'c/items', query: { limit: 2, 'a&b=': 'c d&é#', list: ['x', 'y'], none: undefined } });
  expect(sent.at(-1)?.query).toBe('?limit=2&a%26b%3D=c+d%26%C3%A9%23&list=x&list=y');

  const all = (await get(raw, '/c/items'))['@items'];
  const page = await get(raw, '/c/items?%6Cimit=2&start=%31');
  expect(page['@items']).toEqual(all.slice(1, 3));
  const client = await care.client({ id: 'EHR-1042' });
  const events = client.plannedEvents({ after: '2026-03-02', before: '2026-03-09' });
  expect((await events.toArray()).length).toBeGreaterThan(0);
  expect(sent.at(-1)?.query).toBe('?after=2026-03-02&before=2026-03-09');
});

readingRules('1.1-query-and-charset');

rule('REQ-11', 'the check takes JSON with a newline at its end for compact, and JSON in lines not', async () => {
  expect(await checkSandbox({ rewrite: (text) => `${text}\r\n` })).toEqual([]);
  const found = await checkSandbox({ only: ['REQ-11'], rewrite: (text) => text.replace('{', '{\n') });
  expect(found).toEqual([['REQ-11', 'not held', 'The root has lines without pretty=1.']]);
});

rule('REQ-12', 'the client asks for nothing pretty of its own accord', async ({ sandbox }) => {
  const { care, sent, first } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  await client.tasks().toArray();
  await care.searchClients({ active: true, limit: 1 }).first();
  await client.update({ infix: null });
  expect([first, ...sent]).toHaveLength(5);
  for (const request of [first, ...sent]) expect(request?.query).not.toContain('pretty');
});

rule('REQ-13', 'a charset that is asked for and can be served is used', async ({ sandbox, raw }) => {
  const { first } = await recorded(sandbox);
  expect(first?.headers.has('accept-charset')).toBe(false);
  const path = '/aux/client/id/EHR-1044';
  const name = (await get(raw, path)).first_name;
  expect(name).toBe('Zoë');
  for (const header of ['ISO-8859-1', 'utf-16;q=0.9, iso-8859-1;q=0.5, utf-8;q=0.1']) {
    const bytes = await (await raw('GET', path, { headers: { 'accept-charset': header } })).arrayBuffer();
    expect(JSON.parse(new TextDecoder('latin1').decode(bytes)).first_name).toBe(name);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  }
  // Letters that the charset lacks are escaped.
  const beyond = await raw('GET', '/aux/client/id/EHR-1047', { headers: { 'accept-charset': 'iso-8859-1' } });
  expect(JSON.parse(new TextDecoder('latin1').decode(await beyond.arrayBuffer())).first_name).toBe('Łukasz');
});

rule('REQ-14', 'the response is UTF-8, and no error, if no requested charset can be served', async ({ care, raw }) => {
  const path = '/aux/client/id/EHR-1047';
  for (const headers of [{}, { 'accept-charset': 'utf-16' }, { 'accept-charset': 'koi8-r, iso-8859-1;q=0' }]) {
    const response = await raw('GET', path, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json;charset=UTF-8']);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
    expect(JSON.parse(text)).toMatchObject({ first_name: 'Łukasz', last_name: 'Przykład' });
  }
  expect((await care.client({ id: 'EHR-1047' })).data.name).toBe('Łukasz Przykład');
});

rule('REQ-15', 'a response names its charset, and the client decodes it by that', async ({ sandbox, raw }) => {
  const path = '/aux/client/id/EHR-1044';
  const response = await raw('GET', path, { headers: { 'accept-charset': 'iso-8859-1' } });
  expect(response.headers.get('content-type')).toBe('application/json;charset=ISO-8859-1');

  const types: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('accept-charset', 'iso-8859-1');
    const response = await sandbox.fetch(request);
    types.push(response.headers.get('content-type'));
    return response;
  };
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch });
  expect((await care.client({ id: 'EHR-1044' })).data.first_name).toBe('Zoë');
  const refused = care.updateClient({ id: 'EHR-1044' }, {}, { extra: { body: { first_name: 1 } } });
  await expect(refused).rejects.toMatchObject({ problems: [{ message: 'Must be transferred as string.' }] });
  expect(new Set(types)).toEqual(new Set(['application/json;charset=ISO-8859-1']));
});

rule(
  'REQ-16',
  'the platform drops an unknown attribute without an error, so the client refuses it before',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const path = '/aux/client/id/EHR-1042';
    const { '@changes': _, ...before } = await get(raw, path);
    const response = await raw('PATCH', path, { json: { frist_name: 'X', phone_number: '000-1' } });
    expect(response.status).toBe(204);
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['frist_name']);
    const { '@changes': __, ...after } = await get(raw, path);
    expect(after).toEqual({ ...before, phone_number: '000-1' });
    const label = await raw('POST', '/configuration/labels', { json: { label: 'Nieuw', colour: 'red' } });
    expect(label.status).toBe(201);
    expect(await label.json()).not.toHaveProperty('colour');
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['colour']);

    const requests = sandbox.journal.length;
    // @ts-expect-error: misspelt
    const misspelt = care.updateClient({ id: 'EHR-1042' }, { frist_name: 'X' });
    await expect(misspelt).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'frist_name' }] });
    expect(sandbox.journal).toHaveLength(requests);
    await care.updateClient({ id: 'EHR-1042' }, {}, { extra: { body: { frist_name: 'X' } } });
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['frist_name']);
  },
);

rule('REQ-17', 'successful responses forbid caching, and the client asks again each time', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const responses = [
    await raw('GET', ''),
    await raw('GET', client.links.get('planning.ics').url),
    await raw('GET', client.data.picture?.url ?? ''),
    await raw('POST', '/configuration/labels', { json: { label: 'Nieuw' } }),
    await raw('PATCH', client.url, { json: { infix: null } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 204]);
  for (const { headers } of responses) {
    expect(headers.get('cache-control')).toBe('max-age=0, no-cache, no-store, must-revalidate');
  }
  const before = sandbox.journal.length;
  await client.refresh();
  await client.refresh();
  expect(sandbox.journal).toHaveLength(before + 2);
});
