import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';
import { startJob } from './export-job.js';

const picture = { '@type': 'base64', data: 'iVBORw0KGgo=', filename: 'a.png' };
const person = { first_name: 'Jo', last_name: 'Eigen', email: 'jo@mail.example', gender: 'f', active: true };

test('the journal names attributes of an export that had no effect, in its lists too', async () => {
  const sandbox = createSandbox();
  const filter = { name: 'active', value: 'true', operator: 'eq' };
  await startJob(sandbox, { format: 'csv', filters: [filter, { ...filter, value: 'false', not: true }] });
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['format', 'filters[1].not']);
  await startJob(sandbox, { combine: [{ name: 'relation', property: ['predicate'] }] });
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['combine[0].property']);
  await startJob(sandbox, { filters: [filter], combine: [{ name: 'relation', properties: ['predicate'] }] });
  expect(sandbox.journal.at(-1)?.ignored).toEqual([]);
});

test('the journal names attributes of an inline file that had no effect', async () => {
  const sandbox = createSandbox();
  const sent = { ...person, date_of_birth: '1990-01-15', id: 'A-1', picture: { ...picture, name: 'b.png' } };
  expect((await ask(sandbox, 'POST', '/c', { body: sent })).status).toBe(201);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['picture.name']);
  const { '@url': client } = (await ask(sandbox, 'GET', '/aux/client/id/A-1')).body;
  expect((await ask(sandbox, 'PATCH', client, { body: { picture } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual([]);
});

test('the journal names a type that had no effect, and none that counted', async () => {
  const sandbox = createSandbox();
  const { typeNs } = sandbox.settings;
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const schema = (name: string) => `${typeNs}/diary/schema/entry#${name}`;
  const ignored = async (method: string, path: string, body: object) => {
    const reply = await ask(sandbox, method, path, { body });
    expect(reply.status).toBeLessThan(300);
    return [reply, sandbox.journal.at(-1)?.ignored] as const;
  };
  const birth = { date_of_birth: '1990-01-15' };
  const created = await ignored('POST', '/c', { ...person, ...birth, '@type': `${typeNs}/client` });
  expect(created[1]).toEqual([]);
  const professional = { ...person, email: 'pro@mail.example', '@type': `${typeNs}/client` };
  expect((await ignored('POST', '/p', professional))[1]).toEqual(['gender', '@type']);
  expect((await ignored('PATCH', client['@url'], { '@type': `${typeNs}/friend`, infix: 'x' }))[1]).toEqual(['@type']);
  const values = { '@type': schema('mood:2'), dt: '2026-03-01T20:00:00', mood: 'good', tension: 3 };
  const [entry, none] = await ignored('POST', linkUrl(client, 'diary.entries'), values);
  expect(none).toEqual([]);
  const change = { '@type': schema('sleep:1'), tension: 4 };
  expect((await ignored('PATCH', entry.body['@url'], change))[1]).toEqual(['@type']);
});

test('the journal names attributes of an action that takes none', async () => {
  const sandbox = createSandbox();
  const job = await startJob(sandbox);
  const token = sandbox.tokens.dataOfficer;
  const cancelled = await ask(sandbox, 'POST', `${job['@url']}/cancel`, { body: { reason: 'x' }, token });
  expect([cancelled.status, sandbox.journal.at(-1)?.ignored]).toEqual([204, ['reason']]);
});

test('the journal names attributes of a reference to a user that had no effect', async () => {
  const sandbox = createSandbox();
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const professional = { id: 'PRO-2', name: 'Tess' };
  const { '@type': type } = (await ask(sandbox, 'GET', linkUrl(client, 'relations.items'))).body['@items'][0] ?? {};
  const body = { '@type': type, professional, predicate: 'attends' };
  expect((await ask(sandbox, 'POST', linkUrl(client, 'relations'), { body })).status).toBe(201);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['professional.name']);
  const tool = { id: 'content-020', therapist: professional };
  expect((await ask(sandbox, 'POST', linkUrl(client, 'tools'), { body: tool })).status).toBe(201);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['therapist.name']);
});

test.each(['/c/', '/p/', '/groups', '/roles'])(
  'a misspelt attribute of a change below %s is ignored, and nothing changes',
  async (place) => {
    const sandbox = createSandbox();
    const [client, professional] = ['EHR-1042', 'PRO-1'].map((id) => sandbox.control.user(id).path ?? '');
    const path = place === '/c/' ? client : `${professional}${place === '/p/' ? '' : place}`;
    const before = (await ask(sandbox, 'GET', path ?? '')).body;
    expect((await ask(sandbox, 'PATCH', path ?? '', { body: { group: ['supervisors'] } })).status).toBe(204);
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['group']);
    const { '@changes': _, ...after } = (await ask(sandbox, 'GET', path ?? '')).body;
    expect(before).toMatchObject(after);
  },
);
