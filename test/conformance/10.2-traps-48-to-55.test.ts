import { NotFoundError, OutcomeUnknownError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, invalidOption, refusal, requestsOf } from './wire.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

rule(
  'TRAP-48',
  'a diary entry is sent again after a lost response and a label is not; both are sent again after a refusal',
  async ({ sandbox, care }) => {
    const client = await care.client({ id: 'EHR-1043' });
    const entries = await client.diaryEntries().toArray();
    const posts = async (job: () => Promise<unknown>) =>
      (await requestsOf(sandbox, job)).filter((request) => request.startsWith('POST')).length;
    const lost = { kind: 'drop', when: 'after', method: 'POST' } as const;
    sandbox.faults.add(lost);
    const values = { dt: new Date('2026-03-01T20:00:00Z'), mood: 'good', tension: 3 };
    const added = await posts(async () => {
      expect((await client.addDiaryEntry(mood, values)).existed).toBe(true);
    });
    expect(added).toBe(2);
    expect(await client.diaryEntries().toArray()).toHaveLength(entries.length + 1);

    sandbox.faults.add(lost);
    const label = await posts(async () => {
      await expect(care.createLabel('Nieuw')).rejects.toThrow(OutcomeUnknownError);
    });
    expect(label).toBe(1);
    expect(await care.labels().toArray()).toHaveLength(4);

    const body = { code: 429, message: 'Too many requests' };
    sandbox.faults.add({ kind: 'response', status: 429, body, headers: { 'Retry-After': '0' }, method: 'POST' });
    expect(await posts(() => care.createLabel('Nieuw'))).toBe(2);
    expect(await care.labels().toArray()).toHaveLength(5);
  },
  // An origin of its own: a refusal slows down everything that goes there.
  { baseUrl: 'https://repeats.example/api/2' },
);

rule('TRAP-49', 'the status 201 or 200 does not always show whether a resource is new', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const tools = client.links.get('tools').url;
  const responses = [
    await raw('POST', tools, { json: { id: 'content-003' } }),
    await raw('POST', tools, { json: { id: 'content-003' } }),
  ];
  const urls = responses.map((response) => response.headers.get('location'));
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(urls).toEqual(Array(2).fill(`${client.links.get('diary.configuration').url}/content-003`));
  expect((await client.addTool({ id: 'content-003' })).url).toBe(urls[0]);
  expect(await client.diarySchemas()).toHaveLength(3);

  const entry = { '@type': mood, dt: '2026-03-01T21:00:00', mood: 'bad', tension: 8 };
  const entries = client.links.get('diary.entries').url;
  const [first, second] = [await raw('POST', entries, { json: entry }), await raw('POST', entries, { json: entry })];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  const again = await client.addDiaryEntry(mood, { dt: new Date('2026-03-01T21:00:00Z'), mood: 'bad', tension: 8 });
  expect([again.existed, again.url]).toEqual([true, first.headers.get('location')]);
  const other = await client.addDiaryEntry(mood, { dt: new Date('2026-03-01T21:00:01Z'), mood: 'bad', tension: 8 });
  expect(other.existed).toBe(false);
});

rule('TRAP-50', 'groups and roles are set as a whole', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const professional = await care.professional({ id: 'PRO-3' });
  expect((await professional.groups()).data.groups).toEqual(['secretaries', 'counter-operators']);
  await professional.setGroups(['therapists']);
  expect(sent.at(-1)).toMatchObject({ method: 'PATCH', body: { groups: ['therapists'] } });
  const groups = professional.links.get('groups').url;
  expect((await get(raw, groups)).groups).toEqual(['therapists']);
  expect((await raw('PATCH', groups, { json: { groups: ['secretaries', 'supervisors'] } })).status).toBe(204);
  expect((await professional.groups()).data.groups).toEqual(['secretaries', 'supervisors']);

  await professional.setRoles({ roles: ['role.ApplicationManager'] });
  expect((await professional.roles()).data.roles).toEqual(['role.ApplicationManager']);
  expect((await professional.groups()).data.groups).toEqual(['supervisors', 'application-managers']);
});

rule('TRAP-51', 'a merge keeps the client that it is asked of', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const [survivor, duplicate] = [await care.client({ id: 'EHR-1042' }), await care.client({ id: 'EHR-1043' })];
  await survivor.mergeIn(duplicate);
  const { pathname } = new URL(survivor.url);
  expect(sent.at(-1)).toMatchObject({ path: `${pathname.slice('/api/2'.length)}/merge`, body: { url: duplicate.url } });
  expect((await survivor.refresh()).data.id).toBe('EHR-1042');
  await expect(duplicate.refresh()).rejects.toThrow(NotFoundError);
  const third = await care.client({ id: 'EHR-1044' });
  expect((await raw('POST', `${third.url}/merge`, { json: { id: 'EHR-1042' } })).status).toBe(204);
  expect((await raw('GET', survivor.url)).status).toBe(404);
  expect((await raw('GET', third.url)).status).toBe(200);
});

rule('TRAP-52', 'messages come letter by letter, and nothing hangs on their full stops', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const relation = { '@type': 'https://care.example/ns/relation', predicate: 'attends', professional: { id: 'PRO-1' } };
  const relations = await refusal(raw('POST', client.links.get('relations').url, { json: relation }));
  expect(relations.body).toEqual({ code: 400, message: 'Invalid new relation.' });
  const options = { name: 'client', properties: ['shoe_size'], combine: [{ name: 'garden' }] };
  const unknown = invalidOption(['shoe_size', 'Unknown property'], ['garden', 'Unknown combine']);
  expect(await refusal(raw('POST', '/export', { json: options }))).toEqual(unknown);
  expect(await failureOf(care.startExport(options))).toMatchObject(asError(unknown));
  const gender = invalidJson(['gender', 'Unknown value.']);
  expect(await refusal(raw('PATCH', client.url, { json: { gender: 'x' } }))).toEqual(gender);
  const duplicate = client.addRelation({ predicate: 'attends', professional: { id: 'PRO-1' } });
  const refused = await failureOf(duplicate);
  expect(refused).toMatchObject({ name: 'BadRequestError', reason: 'Invalid new relation.', problems: [] });

  const body = { code: 400, message: 'Invalid JSON input.', extra: [{ name: 'infix', message: 'Unknown value' }] };
  sandbox.faults.add({ kind: 'response', status: 400, body, method: 'PATCH' });
  const other = await failureOf(client.update({ infix: 'de' }));
  expect(other).toMatchObject({ name: 'InvalidInputError', reason: body.message, problems: body.extra });
  sandbox.faults.add({
    kind: 'response',
    status: 400,
    body: { code: 400, message: 'Invalid JSON input' },
    method: 'PATCH',
  });
  expect(await failureOf(client.update({ infix: 'de' }))).toMatchObject({ name: 'BadRequestError' });
});

rule('TRAP-53', 'parts of a URL are escaped once, values in JSON are not', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const id = 'A/B %2F#:é?&+ .';
  await care.createClient({ ...newClient, id });
  expect(sent.at(-1)?.body).toMatchObject({ id });
  const client = await care.client({ id });
  expect(sent.at(-1)?.path).toBe(`/aux/client/id/${encodeURIComponent(id)}`);
  expect(await get(raw, `/aux/client/id/${encodeURIComponent(id)}`)).toMatchObject({ '@url': client.url, id });
  expect((await raw('GET', `/aux/client/id/${encodeURIComponent(encodeURIComponent(id))}`)).status).toBe(404);
  expect((await raw('GET', '/aux/client/id/%E9')).status).toBe(404);

  await client.addDiaryEntry(mood, { dt: new Date('2026-03-01T20:00:00Z'), mood: 'good', tension: 3 });
  expect(sent.at(-1)?.body).toMatchObject({ '@type': mood });
  const talks = await (await care.client({ id: 'EHR-1042' })).conversations({ relevant: 'unread messages' }).toArray();
  expect(talks.map(({ data }) => data.unread)).toEqual([2, 1]);
  expect(new URLSearchParams(sent.at(-1)?.query).get('relevant')).toBe('unread messages');
  const templates = await care.catalogue({ limit: 9, contentTypes: ['template screening', 'topic'] }).toArray();
  expect(new Set(templates.map(({ data }) => data.content_type))).toEqual(new Set(['template screening', 'topic']));
});

rule(
  'TRAP-54',
  'the form of an old entry comes with the entries when the diary has it no more',
  async ({ care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const old = mood.replace(':2', ':1');
    const configured = await client.diarySchemas();
    expect(configured.map((schema) => schema['@id'])).not.toContain(old);
    const { '@schemas': shown } = await get(raw, client.links.get('diary.entries.items').url);
    expect(shown).toContainEqual(expect.objectContaining({ '@id': old }));

    const entry = await client.diaryEntries().first();
    expect([entry?.type, entry?.schema?.['@id']]).toEqual([old, old]);
    expect(entry?.schema?.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['mood integer', 'note text']);
    expect((await entry?.update({ note: 'Later' }))?.data.note).toBe('Later');
    const values = { dt: new Date('2026-03-01T20:00:00Z'), mood: 4 };
    const added = await failureOf(client.addDiaryEntry(old, values));
    expect(added).toMatchObject(asError(invalidJson(['@type', 'Unknown value.'])));
  },
);

rule(
  'TRAP-55',
  'the name of a client is composed and that of a friend is its own',
  async ({ sandbox, care, as, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    expect((await raw('PATCH', client.url, { json: { name: 'Somebody Else' } })).status).toBe(204);
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['name']);
    expect((await client.refresh()).data.name).toBe('Fenna Voorbeeld');
    // @ts-expect-error: composed by the platform
    expect(await failureOf(client.update({ name: 'Else' }))).toMatchObject({ problems: [{ name: 'name' }] });

    const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
    const friend = await (await as(sandbox.tokens.friend)).friend({ url });
    expect((await friend.update({ name: 'Vera Anders' })).data.name).toBe('Vera Anders');
    expect((await get(raw, url, sandbox.tokens.friend)).name).toBe('Vera Anders');
  },
);
