import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

const notAString = 'Must be transferred as string.';
const clientOf = async (sandbox: Sandbox) => (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;

test('a merge of a client by a number is refused, and the client without an id stays', async () => {
  const sandbox = createSandbox();
  const nameless = sandbox.control.addClient({ id: '' });
  const client = await clientOf(sandbox);
  for (const [name, body] of Object.entries({ id: { id: 42 }, url: { url: 42 } })) {
    const { status, body: refused } = await ask(sandbox, 'POST', `${client['@url']}/merge`, { body });
    expect({ status, extra: refused.extra }).toEqual({ status: 400, extra: [{ name, message: notAString }] });
  }
  expect((await ask(sandbox, 'GET', nameless.path ?? '')).status).toBe(200);
});

test('a relation and a tool refuse a professional by a number', async () => {
  const sandbox = createSandbox();
  sandbox.control.addProfessional({ id: '' });
  const client = await clientOf(sandbox);
  const relation = { '@type': `${sandbox.settings.typeNs}/relation`, predicate: 'attends', professional: { id: 42 } };
  const related = await ask(sandbox, 'POST', linkUrl(client, 'relations'), { body: relation });
  expect(related.body.extra).toEqual([{ name: 'professional', message: notAString }]);
  const tool = { id: 'content-020', therapist: { id: 42 } };
  const added = await ask(sandbox, 'POST', linkUrl(client, 'tools'), { body: tool });
  expect(added.body.extra).toEqual([{ name: 'therapist', message: notAString }]);
});

test.each(['2147483647', '9007199254740991', '0000000001'])('a list takes the limit %s', async (limit) => {
  const sandbox = createSandbox();
  const { status, body } = await ask(sandbox, 'GET', `/c/items?limit=${limit}`);
  expect({ status, paging: body['@paging'] }).toMatchObject({ status: 200, paging: { limit: Number(limit) } });
  expect((await ask(sandbox, 'GET', `/c/items?start=${limit}`)).status).toBe(200);
});

test.each(['9007199254740992', '9'.repeat(400), '1e3', '-1', ''])('a list refuses the limit %s', async (limit) => {
  expect((await ask(createSandbox(), 'GET', `/c/items?limit=${limit}`)).status).toBe(400);
});

test('an external id that is required on create can be reset later', async () => {
  const sandbox = createSandbox({ settings: { externalIdRequired: { client: true, professional: true } } });
  for (const kind of ['client', 'professional'] as const) {
    const { body } = await ask(sandbox, 'GET', `/aux/${kind}/id/${kind === 'client' ? 'EHR-1042' : 'PRO-1'}`);
    expect((await ask(sandbox, 'PATCH', body['@url'], { body: { id: null } })).status).toBe(204);
    expect((await ask(sandbox, 'GET', body['@url'])).body).toMatchObject({ id: null });
  }
});

test('a body that is larger than the platform takes is a 400, also if it is no JSON', async () => {
  const sandbox = createSandbox({ settings: { maxBodyBytes: 5 } });
  expect((await ask(sandbox, 'POST', '/configuration/labels', { body: '{"label":' })).status).toBe(400);
  expect((await ask(sandbox, 'POST', '/configuration/labels', { body: '{"a":' })).status).toBe(406);
});

test('the image of a diary is 404 while the diary is switched off', async () => {
  const sandbox = createSandbox();
  const photo = { '@type': 'base64', data: 'iVBORw0KGgo=' };
  const body = {
    '@type': `${sandbox.settings.typeNs}/diary/schema/entry#mood:2`,
    dt: '2026-03-01T20:00:00',
    mood: 'good',
    tension: 3,
    photo,
  };
  const entries = linkUrl(await clientOf(sandbox), 'diary.entries');
  const { url } = (await ask(sandbox, 'POST', entries, { body })).body.photo as unknown as { url: string };
  const statuses: number[] = [];
  for (const diary of [true, false, true]) {
    sandbox.control.setFeatures('EHR-1042', { diary });
    statuses.push((await ask(sandbox, 'GET', url)).status);
  }
  expect(statuses).toEqual([200, 404, 200]);
});
