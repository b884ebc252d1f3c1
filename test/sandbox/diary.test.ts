import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, firstClient, invalid } from './api.js';
import { at, fileOf, link, NS, names } from './wire.js';

const MOOD = `${NS}/diary/schema/entry#mood:2`;
const OLD_MOOD = `${NS}/diary/schema/entry#mood:1`;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

async function diary(sandbox: Sandbox) {
  const client = await firstClient(sandbox);
  const container = (await ask(sandbox, 'GET', link(client, 'diary'))).body;
  return { client, container, entries: link(container, 'entries'), items: link(container, 'entries.items') };
}

const entry = (more: object = {}) => ({ '@type': MOOD, dt: '2026-03-01T20:00:00', mood: 'good', tension: 3, ...more });

describe('the diary', () => {
  test('EPD-1: the container has its type and exactly the four links', async () => {
    const { container, client } = await diary(createSandbox());
    expect(container['@type']).toBe(`${NS}/diary`);
    expect(names(container)).toEqual(['configuration', 'entries', 'entries.items', 'entries.schemas']);
    for (const name of names(container)) expect(link(client, `diary.${name}`)).toBe(link(container, name));
  });

  test('DSC-1 to DSC-13: the configuration shows schemas with all field types, icons that can be fetched and a chart', async () => {
    const sandbox = createSandbox();
    const { container } = await diary(sandbox);
    const { body } = await ask(sandbox, 'GET', link(container, 'configuration'));
    expect(body['@type']).toBeUndefined();
    const [mood, sleep] = [at(body['@schemas']), at(body['@schemas'], 1)];
    expect(mood['@id']).toBe(MOOD);
    expect(new Set(mood.fields.map((field) => field.type))).toEqual(new Set(['text', 'image', 'choice', 'integer']));
    expect(at(mood.charts ?? []).series).toEqual([{ field: 'mood', 'bucket-function': 'tally' }]);
    expect(mood.fields[1]).toMatchObject({ widget: 'slider', min: 0, max: 10, default: 5 });
    expect(sleep.charts).toBeUndefined();
    const { icon: name } = at(at(mood.fields).choices ?? []);
    const icon = at(mood.resources.filter((one) => one.name === name));
    const file = await ask(sandbox, 'GET', icon.url);
    expect(file.headers.get('Content-Type')).toBe('image/svg+xml');
    expect((await ask(sandbox, 'GET', icon.url, { token: null })).status).toBe(401);
  });

  test('NS-23: entries.schemas answers like the configuration', async () => {
    const sandbox = createSandbox();
    const { container } = await diary(sandbox);
    const configuration = await ask(sandbox, 'GET', link(container, 'configuration'));
    expect((await ask(sandbox, 'GET', link(container, 'entries.schemas'))).body).toEqual(configuration.body);
  });

  test('EPD-5: a new entry answers 201 with Location and cuts the fraction of dt', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const { status, headers, body } = await ask(sandbox, 'POST', entries, {
      body: entry({ dt: '2026-03-01T20:00:00.999' }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ '@type': MOOD, dt: '2026-03-01T20:00:00', mood: 'good', note: null, photo: null });
    expect(headers.get('Location')).toBe(body['@url']);
    expect(body['@url']).toMatch(/\/diary\/entries\/[^/]+$/);
    expect((await ask(sandbox, 'GET', body['@url'])).body).toEqual({ ...body, '@links': [] });
  });

  test('EPD-13: posting the identical entry again answers 200 with the existing entry and stores nothing', async () => {
    const sandbox = createSandbox();
    const { entries, items } = await diary(sandbox);
    const photo = { '@type': 'base64', data: PNG, filename: 'a.png' };
    const first = await ask(sandbox, 'POST', entries, { body: entry({ photo }) });
    sandbox.clock.advance({ minutes: 5 });
    const before = (await ask(sandbox, 'GET', items)).body['@items'];
    const again = await ask(sandbox, 'POST', entries, { body: entry({ dt: '2026-03-01T20:00:00.4', photo }) });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    expect((await ask(sandbox, 'GET', items)).body['@items']).toEqual(before);
    expect((await ask(sandbox, 'POST', entries, { body: entry({ photo, note: 'x' }) })).status).toBe(201);
  });

  test('EPD-12: every missing required field is reported at once', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const { status, body } = await ask(sandbox, 'POST', entries, {
      body: { '@type': MOOD, dt: '2026-03-01T20:00:00' },
    });
    expect(status).toBe(400);
    expect(body).toEqual(invalid(['mood', 'Required input is missing.'], ['tension', 'Required input is missing.']));
  });

  test('DEN-2, DEN-3, DEN-4: a missing type, a type outside the configuration and a missing dt are refused', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const post = async (body: object) => (await ask(sandbox, 'POST', entries, { body })).body;
    expect(await post({})).toEqual(
      invalid(['@type', 'Required input is missing.'], ['dt', 'Required input is missing.']),
    );
    expect(await post({ '@type': OLD_MOOD, dt: '2026-03-01T20:00:00' })).toEqual(invalid(['@type', 'Unknown value.']));
    expect(await post({ '@type': MOOD, mood: 'good', tension: 1 })).toEqual(
      invalid(['dt', 'Required input is missing.']),
    );
  });

  test('DSC-9, DSC-12, VAL-2: bounds, choices and strings of the schema are enforced', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const { body } = await ask(sandbox, 'POST', entries, { body: entry({ mood: 'great', tension: 11, note: 5 }) });
    expect(body.extra.map((one) => one.name)).toEqual(['mood', 'tension', 'note']);
    expect(at(body.extra).message).toBe('Unknown value.');
    expect(at(body.extra, 2).message).toBe('Must be transferred as string.');
  });

  test('FIL-1, INL-1: an image goes in as base 64 and comes out as a reference to the same bytes', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const photo = { '@type': 'base64', data: PNG, filename: 'a.png' };
    const { body } = await ask(sandbox, 'POST', entries, { body: entry({ photo }) });
    expect(body.photo).toMatchObject({ '@type': 'link', content_type: 'image/png', filename: 'a.png' });
    const { url, size } = fileOf(body.photo);
    const authorized = { headers: { Authorization: `svc-token ${sandbox.tokens.client}` } };
    const file = await sandbox.fetch(url, authorized);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(size);
    expect(btoa(String.fromCharCode(...bytes))).toBe(PNG);
    const stranger = { headers: { Authorization: `svc-token ${sandbox.tokens.unrelatedProfessional}` } };
    expect((await sandbox.fetch(url, stranger)).status).toBe(403);
    const sentBack = await ask(sandbox, 'PATCH', body['@url'], { body: { photo: body.photo } });
    expect(sentBack.status).toBe(400);
  });

  test('EPD-3, TRAP-22: start and limit are honoured without @paging, and @schemas holds exactly the schemas used', async () => {
    const sandbox = createSandbox();
    const { items } = await diary(sandbox);
    const all = (await ask(sandbox, 'GET', items)).body;
    expect(all['@items'].length).toBeGreaterThanOrEqual(25);
    expect(all['@paging']).toBeUndefined();
    expect(all['@schemas'].map((one) => one['@id'])).toContain(OLD_MOOD);
    const some = (await ask(sandbox, 'GET', `${items}?start=2&limit=3`)).body;
    expect(some['@items']).toEqual(all['@items'].slice(2, 5));
    expect(some['@schemas'].map((one) => one['@id'])).toEqual([OLD_MOOD]);
  });

  test('EPD-4: modified_after leaves out what was modified exactly then', async () => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const { entries, items } = await diary(sandbox);
    const { body } = await ask(sandbox, 'POST', entries, { body: entry() });
    const at = body['@changes'].modification_time;
    const list = async (after: string) =>
      (await ask(sandbox, 'GET', `${items}?modified_after=${after}`)).body['@items'];
    expect(await list('2026-03-02T08:59:59')).toHaveLength(1);
    expect(await list(at)).toHaveLength(0);
    sandbox.clock.advance({ seconds: 1 });
    await ask(sandbox, 'PATCH', body['@url'], { body: { note: 'later' } });
    expect(await list(at)).toHaveLength(1);
    expect((await ask(sandbox, 'GET', `${items}?modified_after=2026-03-02T10:00:00%2B01:00`)).status).toBe(400);
  });

  test('EPD-7, EPD-8: PATCH changes the sent fields of the schema and ignores @type, dt and unknown ones', async () => {
    const sandbox = createSandbox();
    const { entries } = await diary(sandbox);
    const { body } = await ask(sandbox, 'POST', entries, { body: entry({ note: 'before' }) });
    const patch = { '@type': OLD_MOOD, dt: '2020-01-01T00:00:00', note: null, tension: 9, extra: 1 };
    expect((await ask(sandbox, 'PATCH', body['@url'], { body: patch })).status).toBe(204);
    const after = (await ask(sandbox, 'GET', body['@url'])).body;
    expect(after).toMatchObject({ '@type': MOOD, dt: body.dt, note: null, tension: 9, mood: 'good' });
    expect(after.extra).toBeUndefined();
    expect((await ask(sandbox, 'PATCH', body['@url'], { body: { mood: null } })).body).toEqual(
      invalid(['mood', 'Required input is missing.']),
    );
  });

  test('DIA-2, DIA-3, TRAP-54: a changed configuration refuses new entries of a schema whose old ones stay readable', async () => {
    const sandbox = createSandbox();
    const { client, entries, items } = await diary(sandbox);
    const [, sleep] = sandbox.control.diaryConfiguration(client['@url']);
    if (sleep === undefined) throw new Error('no sleep schema');
    sandbox.control.configureDiary(client['@url'], [sleep, { ...sleep, version: 2 }]);
    expect((await ask(sandbox, 'POST', entries, { body: entry() })).body).toEqual(invalid(['@type', 'Unknown value.']));
    const all = (await ask(sandbox, 'GET', items)).body;
    expect(all['@schemas'].map((one) => one['@id'])).toContain(MOOD);
    const dt = '2026-03-01T07:00:00';
    const second = { '@type': `${NS}/diary/schema/entry#sleep:2`, dt, hours: 7 };
    expect((await ask(sandbox, 'POST', entries, { body: second })).status).toBe(201);
  });

  test('EPD-10, EPD-11, CL-24: without diary access the links are gone and all six requests are 404', async () => {
    const sandbox = createSandbox();
    const { client, items } = await diary(sandbox);
    const first = at((await ask(sandbox, 'GET', items)).body['@items']);
    sandbox.control.setFeatures(client['@url'], { diary: false });
    const diaryLinks = names(client).filter((name) => name.startsWith('diary'));
    expect(names(await firstClient(sandbox))).toEqual(names(client).filter((name) => !name.startsWith('diary')));
    const requests = [
      ...diaryLinks.map((name) => [name === 'diary.entries' ? 'POST' : 'GET', link(client, name)] as const),
      ['GET', first['@url']] as const,
      ['PATCH', first['@url']] as const,
    ];
    for (const [method, url] of requests) {
      const asked = method === 'GET' ? {} : { body: {} };
      const { status, body } = await ask(sandbox, method, url, asked);
      expect([method, status, body.extra]).toEqual([method, 404, undefined]);
    }
  });

  test('GAP-25, GAP-27: reading the entries location and deleting an entry are 405', async () => {
    const sandbox = createSandbox();
    const { entries, items } = await diary(sandbox);
    expect((await ask(sandbox, 'GET', entries)).status).toBe(405);
    const first = at((await ask(sandbox, 'GET', items)).body['@items']);
    expect((await ask(sandbox, 'DELETE', first['@url'])).status).toBe(405);
  });

  test('AUT-10 to AUT-12: own diary and that of a related client, but not for others and the secretary', async () => {
    const sandbox = createSandbox();
    const { items } = await diary(sandbox);
    const status = async (token: string) => (await ask(sandbox, 'GET', items, { token })).status;
    const { tokens } = sandbox;
    expect(await status(tokens.client)).toBe(200);
    expect(await status(tokens.professional)).toBe(200);
    expect(await status(tokens.unrelatedProfessional)).toBe(403);
    expect(await status(tokens.secretary)).toBe(403);
    expect(await status(tokens.friend)).toBe(403);
  });
});
