import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

/** A sandbox whose clock stands still, with two clients who have nothing yet. */
function scene() {
  const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
  const { control } = sandbox;
  const survivor = control.addClient({ id: 'EHR-A' });
  const duplicate = control.addClient({ id: 'EHR-B' });
  const merge = (body: object = { id: 'EHR-B' }) => ask(sandbox, 'POST', `${survivor.path}/merge`, { body });
  const items = async (path: string) => (await ask(sandbox, 'GET', `${survivor.path}/${path}`)).body['@items'];
  return { sandbox, control, survivor, duplicate, merge, items };
}

async function changed(sandbox: Sandbox, type: string): Promise<unknown[]> {
  const since = encodeURIComponent(sandbox.clock.now().toISOString().replace(/\.\d+/, ''));
  sandbox.clock.advance({ seconds: 5 });
  const { body } = await ask(sandbox, 'GET', `/changes?type=${type}&since=${since}`);
  return body['@items'].map((item) => item.user);
}

test('the conversations of a duplicate move to the client that remains, which is a change of that client', async () => {
  const { sandbox, control, duplicate, survivor, merge, items } = scene();
  const key = control.addConversation(duplicate.key, { subject: 'Sleep', unread: 2 });
  sandbox.clock.advance({ minutes: 5 });
  expect((await merge()).status).toBeLessThan(300);
  expect(await items('conversations?limit=10')).toMatchObject([{ subject: 'Sleep', unread: 2 }]);
  control.newMessage(key);
  expect(await changed(sandbox, 'conversations')).toMatchObject([{ id: survivor.id }]);
});

test('a merge alone records a change if conversations moved, and none if there were none', async () => {
  for (const conversations of [0, 1]) {
    const { sandbox, control, duplicate, survivor, merge } = scene();
    for (let each = 0; each < conversations; each++) control.addConversation(duplicate.key);
    sandbox.clock.advance({ minutes: 5 });
    await merge();
    const users = await changed(sandbox, 'conversations');
    expect(users).toMatchObject(conversations === 0 ? [] : [{ id: survivor.id }]);
  }
});

test('an event of a duplicate moves to the client that remains', async () => {
  const { sandbox, control, duplicate, survivor, merge } = scene();
  control.addPlannedEvent(survivor.key, { start: '2026-03-04T10:00:00', topic: 'Own' });
  control.addPlannedEvent(duplicate.key, { start: '2026-03-05T10:00:00', topic: 'Moved' });
  await merge();
  const calendar = (await ask(sandbox, 'GET', `${survivor.path}/planning/ics`)).text;
  expect(calendar.indexOf('Own')).toBeGreaterThan(0);
  expect(calendar.indexOf('Moved')).toBeGreaterThan(calendar.indexOf('Own'));
});

test.each([
  ['by id', { id: 'EHR-B' }, []],
  ['with what the client has besides', { id: 'EHR-B', first_name: 'Nova', labels: [] }, ['first_name', 'labels']],
])('a duplicate named %s is merged, and other attributes are ignored', async (_title, body, ignored) => {
  const { sandbox, duplicate, merge } = scene();
  expect((await merge(body)).status).toBeLessThan(300);
  expect((await ask(sandbox, 'GET', duplicate.path ?? '')).status).toBe(404);
  expect(sandbox.journal.find(({ method }) => method === 'POST')?.ignored).toEqual(ignored);
});

test('a duplicate named by a full reference leaves nothing ignored', async () => {
  const { sandbox, duplicate, merge } = scene();
  const { body } = await ask(sandbox, 'GET', duplicate.path ?? '');
  const type = `${sandbox.settings.typeNs}/user-reference/client`;
  expect((await merge({ '@type': type, url: body['@url'] })).status).toBeLessThan(300);
  expect(sandbox.journal.find(({ method }) => method === 'POST')).toMatchObject({ ignored: [] });
  expect((await ask(sandbox, 'GET', duplicate.path ?? '')).status).toBe(404);
});

test('the diary, the labels and the relations of a duplicate move, and its token ends', async () => {
  const { sandbox, control, duplicate, survivor, merge, items } = scene();
  const label = control.addLabel('Moved');
  const configuration = (await ask(sandbox, 'GET', `${duplicate.path}/diary/configuration`)).body;
  const [schema] = configuration['@schemas'] as { '@id': string }[];
  const entry = { '@type': schema?.['@id'], dt: '2026-03-01T09:00:00', mood: 'good', tension: 3 };
  expect((await ask(sandbox, 'POST', `${duplicate.path}/diary/entries`, { body: entry })).status).toBe(201);
  await ask(sandbox, 'PATCH', duplicate.path ?? '', { body: { labels: [label] } });
  control.addRelation(duplicate.key, 'PRO-2');
  const token = control.issueToken(duplicate.key);
  sandbox.clock.advance({ days: 1 });
  await merge();
  const { body } = await ask(sandbox, 'GET', survivor.path ?? '');
  expect(body.labels).toEqual([label]);
  expect((await items('relations/items')).map((relation) => relation.professional)).toMatchObject([{ id: 'PRO-2' }]);
  expect(await items('diary/entries/items')).toMatchObject([{ mood: 'good', tension: 3 }]);
  expect((await ask(sandbox, 'GET', '/', { token })).status).toBe(401);
});

test.each([
  ['another origin', (path: string) => `https://other.example/api/2${path}`],
  ['another base', (path: string) => `https://sandbox.example/api/3${path}`],
  ['a base that only begins like it', (path: string) => `https://sandbox.example/api/22${path}`],
  ['no URL', () => 'http://['],
  ['more below it', (path: string) => `https://sandbox.example/api/2${path}/diary`],
  ['a broken escape', () => 'https://sandbox.example/api/2/c/%E0%A4%A'],
  ['another kind', (path: string) => `https://sandbox.example/api/2${path.replace('/c/', '/p/')}`],
  ['a number', () => 7],
])('a duplicate is not named by a URL with %s', async (_title, urlOf) => {
  const { duplicate, merge } = scene();
  const { status, body } = await merge({ url: urlOf(duplicate.path ?? '') });
  expect(status).toBe(400);
  expect(body.extra).toMatchObject([{ name: 'url' }]);
});
