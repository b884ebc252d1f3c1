import { inlineFile } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient, newProfessional } from '../support/people.js';
import { pixels } from './pixels.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { asked, get, invalidJson, invalidQuery, json, refusal, requestsOf } from './wire.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

rule('GAP-9', 'the earliest of several errors in one fixed order is reported', async ({ sandbox, raw }) => {
  const { tokens } = sandbox;
  const other = '/aux/client/id/EHR-1043';
  const status = async (method: string, path: string, options: object) => (await raw(method, path, options)).status;
  expect(await status('DELETE', '/nowhere', { token: 'nonsense' })).toBe(401);
  expect(await status('DELETE', '/c/nobody', { token: tokens.client })).toBe(404);
  expect(await status('DELETE', other, { token: tokens.client })).toBe(405);
  expect(await status('PATCH', other, { token: tokens.client, body: '{' })).toBe(403);
  expect(await status('PATCH', other, { body: '{' })).toBe(406);
  expect(await status('PATCH', other, { json: { gender: 'x' } })).toBe(400);
});

rule(
  'GAP-9',
  'too many requests are reported before anything else',
  async ({ raw }) => {
    const responses = await Promise.all([1, 2, 3].map(() => raw('DELETE', '/nowhere', { token: 'nonsense' })));
    expect(responses.map(({ status }) => status)).toEqual([429, 429, 429]);
  },
  { limits: { requestsPerSecond: 0.01, burst: 1 }, baseUrl: 'https://narrow.example/api/2' },
);

rule('GAP-10', 'a total counts all that match, can end a list and never draws it out', async (scene) => {
  const { sandbox, care, raw } = scene;
  const search = await json(raw('POST', '/c/items', { json: { active: true, limit: 1 } }));
  expect(search['@paging']).toEqual({ found: 1, limit: 1, start: null, total: 13 });
  const walked = async () => {
    let found = 0;
    const requests = await requestsOf(sandbox, async () => {
      found = (await care.clients({ limit: 14 }).toArray()).length;
    });
    return [found, requests.length];
  };
  expect(await walked()).toEqual([14, 1]);
  sandbox.settings.totals = 'null';
  expect(await walked()).toEqual([14, 2]);
  const list = await get(raw, '/c/items?limit=14');
  const paging = { found: 14, limit: 14, start: 0, total: 99 };
  respondOnce(sandbox, `${sandbox.baseUrl}/c/items`, { toJSON: () => list }, { '@paging': paging });
  expect(await walked()).toEqual([14, 2]);
});

rule('GAP-11', 'lists are in the order of creation', async ({ care, raw }) => {
  const label = await care.createLabel('Aaaa');
  const last = async (path: string) => (await get(raw, path))['@items'].at(-1)?.['@url'];
  expect(await last('/configuration/labels/items')).toBe(label.url);
  expect(await last('/p/items')).not.toBe((await care.professional({ id: 'PRO-1' })).url);
  const professional = await care.createProfessional({ ...newProfessional, last_name: 'Aaaa' });
  expect(await last('/p/items')).toBe(professional.url);
  const client = await care.client({ id: 'EHR-1042' });
  const relation = await client.addRelation({ predicate: 'attends', professional });
  expect(await last(client.links.get('relations.items').url)).toBe(relation.url);
});

rule('GAP-12', 'planned events come from the first day on, up to the last and without it', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  // Midnight by UTC.
  sandbox.control.addPlannedEvent(client.url, { start: '2026-03-12T01:00:00' });
  const { url } = client.links.get('planning.items');
  const days = async (after: string, before: string) => {
    const events = await client.plannedEvents({ after, before }).toArray();
    const { '@items': items } = await get(raw, asked(url, { after, before }));
    expect(events.map(({ url: own }) => own)).toEqual(items.map((item) => item['@url']));
    return events.map(({ data }) => data.eta.toISOString().slice(0, 10));
  };
  expect(await days('2026-03-10', '2026-03-12')).toEqual(['2026-03-10', '2026-03-11']);
  expect(await days('2026-03-12', '2026-03-13')).toEqual(['2026-03-12', '2026-03-12']);
  expect(await days('2026-03-10', '2026-03-10')).toEqual([]);
});

rule('GAP-13', 'times are sent without a zone; a Z would pass, an offset would not', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const changes = (since: string) => raw('GET', `/changes?type=tasks&since=${encodeURIComponent(since)}`);
  expect((await changes('2026-03-02T09:00:00Z')).status).toBe(200);
  const offset = invalidQuery(['since', 'Unknown value.']);
  expect(await refusal(changes('2026-03-02T10:00:00+01:00'))).toEqual(offset);
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('diary.entries');
  const entry = (dt: string) => raw('POST', url, { json: { '@type': mood, dt, mood: 'good', tension: 3 } });
  expect((await entry('2026-03-01T20:00:00Z')).status).toBe(201);
  expect((await json(entry('2026-03-01T21:00:00+01:00'))).extra).toEqual([expect.objectContaining({ name: 'dt' })]);

  const dt = new Date('2026-03-01T22:00:00+02:00');
  const added = await client.addDiaryEntry(mood, { dt, mood: 'good', tension: 3 });
  expect([sent.at(-1)?.body, added.existed]).toEqual([expect.objectContaining({ dt: '2026-03-01T20:00:00' }), true]);
  await care.changes({ type: 'tasks', since: dt }).first();
  expect(new URLSearchParams(sent.at(-1)?.query).get('since')).toBe('2026-03-01T20:00:00');
});

rule('GAP-14', 'entries of one second are the same, so the client sends no part of it', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('diary.entries');
  const post = async (dt: string, note: string) =>
    (await raw('POST', url, { json: { '@type': mood, dt, mood: 'good', tension: 3, note } })).status;
  expect(await post('2026-03-01T20:00:00.200', 'a')).toBe(201);
  expect(await post('2026-03-01T20:00:00.900', 'a')).toBe(200);
  expect(await post('2026-03-01T20:00:00.900', 'b')).toBe(201);
  expect(await post('2026-03-01T20:00:01', 'a')).toBe(201);
  const values = { dt: new Date('2026-03-01T20:00:00.999Z'), mood: 'good', tension: 3, note: 'a' };
  expect((await client.addDiaryEntry(mood, values)).existed).toBe(true);
  expect(sent.at(-1)?.body).toMatchObject({ dt: '2026-03-01T20:00:00' });
});

rule('GAP-15', 'entries with an image are the same when its bytes are', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const add = async (bytes: Uint8Array<ArrayBuffer>, filename: string) => {
    const photo = await inlineFile(bytes, filename);
    return client.addDiaryEntry(mood, { dt: new Date('2026-03-01T20:00:00Z'), mood: 'good', tension: 3, photo });
  };
  const first = await add(pixels, 'a.png');
  const again = await add(pixels, 'b.png');
  const other = await add(pixels.with(-1, 9), 'a.png');
  expect([first.existed, again.existed, other.existed]).toEqual([false, true, false]);
  expect([again.url === first.url, other.url === first.url]).toEqual([true, false]);
  expect((await get(raw, first.url)).photo).toMatchObject({ filename: 'a.png', size: 7 });
});

rule('GAP-16', 'a search finds whole texts, letter by letter', async ({ care, raw }) => {
  const { data, url } = await care.client({ id: 'EHR-1042' });
  const found = async (criteria: { email?: string; id?: string }) => {
    const users = (await care.searchClients(criteria).toArray()).map((user) => user.url);
    const { '@items': items } = await json(raw('POST', '/c/items', { json: criteria }));
    expect(items.map((item) => item['@url'])).toEqual(users);
    return users;
  };
  expect(await found({ email: data.email })).toEqual([url]);
  expect(await found({ id: 'EHR-1042', email: data.email })).toEqual([url]);
  for (const miss of [
    { email: data.email.toUpperCase() },
    { email: data.email.slice(1) },
    { id: 'ehr-1042' },
    { id: 'EHR' },
  ]) {
    expect(await found(miss)).toEqual([]);
  }
});

rule('GAP-17', 'a client is created as a client, and would be without saying so', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const created = await raw('POST', '/c', { json: newClient });
  expect([created.status, (await json(created))['@type']]).toEqual([201, 'https://care.example/ns/client']);
  await care.createClient({ ...newClient, email: 'second@mail.example' });
  expect(sent.at(-1)?.body).toMatchObject({ '@type': 'https://care.example/ns/client' });
  const friend = { '@type': 'https://care.example/ns/friend', ...newClient, email: 'third@mail.example' };
  expect(await refusal(raw('POST', '/c', { json: friend }))).toEqual(invalidJson(['@type', 'Unknown value.']));
});

rule(
  'GAP-18',
  'attributes that cannot be set are dropped, and the client does not send them',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const json = { external_source: 'me', age: 3, name: 'Else', infix: 'de' };
    expect((await raw('PATCH', client.url, { json })).status).toBe(204);
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['external_source', 'age', 'name']);
    expect((await client.refresh()).data).toMatchObject({ external_source: 'sandbox-ehr', age: 76, infix: 'de' });
    // @ts-expect-error: read-only
    const failure = await failureOf(client.update({ external_source: 'me', age: 3 }));
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'external_source' }, { name: 'age' }] });

    sandbox.settings.fields.client.bsn = false;
    await client.update({ bsn: '123456789', infix: null });
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['bsn']);
    expect((await client.refresh()).data).not.toHaveProperty('bsn');
  },
);
