import { connect, Friend, InvalidPayloadError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient, newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, invalidQuery, json, refusal, requestsOf } from './wire.js';

rule('TRAP-9', 'an external id names one client and one professional, and no two of a kind', async ({ care, raw }) => {
  const professional = await care.createProfessional({ ...newProfessional, id: 'EHR-1042' });
  const client = await care.client({ id: 'EHR-1042' });
  expect([client.data.id, professional.data.id]).toEqual(['EHR-1042', 'EHR-1042']);
  expect((await care.professional({ id: 'EHR-1042' })).url).toBe(professional.url);
  expect(client.url).not.toBe(professional.url);

  const again = { ...newClient, email: 'other@mail.example', id: 'EHR-1042' };
  const { status, body } = await refusal(raw('POST', '/c', { json: again }));
  expect([status, body.extra]).toEqual([400, [expect.objectContaining({ name: 'id' })]]);
  const failure = await failureOf(care.createClient(again));
  expect(failure).toMatchObject({ name: 'InvalidInputError', problems: [{ name: 'id' }] });
});

rule(
  'TRAP-10',
  'an external id may be left out unless the platform is set to require one',
  async ({ sandbox, care, raw }) => {
    expect((await care.createClient(newClient)).data.id).toBeNull();
    expect((await care.createProfessional(newProfessional)).data.id).toBeNull();

    sandbox.settings.externalIdRequired = { client: true, professional: true };
    const missing = invalidJson(['id', 'Required input is missing.']);
    const email = 'second@mail.example';
    expect(await refusal(raw('POST', '/c', { json: { ...newClient, email } }))).toEqual(missing);
    expect(await refusal(raw('POST', '/p', { json: { ...newProfessional, email } }))).toEqual(missing);
    expect(await failureOf(care.createClient({ ...newClient, email }))).toMatchObject(asError(missing));
    expect(await failureOf(care.createProfessional({ ...newProfessional, email }))).toMatchObject(asError(missing));
    expect((await care.createClient({ ...newClient, email, id: 'N-1' })).data.id).toBe('N-1');
  },
);

rule(
  'TRAP-11',
  'a friend shows an API user nothing but whether it is active, alone and in lists',
  async ({ sandbox, care, as, raw }) => {
    const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
    const own = await get(raw, url, sandbox.tokens.friend);
    expect(own).toMatchObject({ active: true, name: 'Vera Vriendvoorbeeld', email: expect.any(String), picture: null });
    const seen = await get(raw, url);
    const fields = (document: object) => Object.keys(document).filter((name) => !name.startsWith('@'));
    expect(fields(seen)).toEqual(['active']);
    const { '@items': items } = await get(raw, '/c/items');
    expect(items.filter((item) => item['@type'].endsWith('/friend')).map(fields)).toEqual([['active'], ['active']]);

    expect((await care.friend({ url })).data).toEqual({ active: true });
    const listed = (await care.clients().toArray()).filter((one) => one instanceof Friend);
    expect(listed.map(({ data }) => data)).toEqual([{ active: true }, { active: true }]);
    const itself = await (await as(sandbox.tokens.friend)).friend({ url });
    expect(itself.data).toEqual({ active: true, name: own.name, email: own.email, picture: null });
  },
);

rule('TRAP-12', 'no valid token is 401, a valid one without the right is 403', async ({ care, as, sandbox, raw }) => {
  const { tokens } = sandbox;
  const changes = '/changes?type=tasks&since=2026-03-02T09:00:00';
  for (const token of [null, 'nonsense', tokens.inactiveClient]) {
    expect((await refusal(raw('GET', changes, { token }))).status).toBe(401);
  }
  expect((await refusal(raw('GET', changes, { token: tokens.client }))).status).toBe(403);
  expect((await refusal(raw('GET', '/export/items', { token: tokens.apiUserPlain }))).status).toBe(403);

  const unknown = await failureOf(as('nonsense'));
  expect(unknown).toMatchObject({ name: 'UnauthorizedError', status: 401 });
  const own = await as(tokens.client);
  await expect(own.changes({ type: 'tasks', since: new Date() }).first()).rejects.toMatchObject({
    name: 'ForbiddenError',
    status: 403,
  });
  const foreign = await care.startExport({ name: 'client' });
  const asOfficer = await failureOf(
    (await as(tokens.dataOfficer)).request({ method: 'POST', url: `${foreign.url}/cancel` }),
  );
  expect(asOfficer).toMatchObject({ name: 'UnauthorizedError', status: 401 });
});

rule(
  'TRAP-13',
  'a wrong state of an export is 401, after which the token is kept and nothing is sent again',
  async ({ sandbox, raw }) => {
    let asked = 0;
    const token = () => {
      asked++;
      return sandbox.tokens.dataOfficer;
    };
    const { baseUrl, fetch } = sandbox;
    const care = await connect({ baseUrl, token, fetch });
    const pending = await care.startExport({ name: 'client' });
    await pending.cancel();
    const late = await requestsOf(sandbox, async () => {
      await expect(pending.cancel()).rejects.toMatchObject({ name: 'UnauthorizedError', attempts: 1 });
    });
    expect(late).toEqual([`POST ${new URL(pending.url).pathname.slice('/api/2'.length)}/cancel`]);

    const other = await care.startExport({ name: 'client' });
    sandbox.control.stepExport(other.url);
    sandbox.control.stepExport(other.url);
    const ready = await other.refresh();
    sandbox.clock.advance({ days: 1 });
    await expect(ready.download()).rejects.toMatchObject({ name: 'UnauthorizedError', attempts: 1 });
    expect(asked).toBe(1);
    const officer = { token: sandbox.tokens.dataOfficer };
    expect((await refusal(raw('POST', `${other.url}/cancel`, officer))).body.code).toBe(401);
    expect((await refusal(raw('GET', `${other.url}/download`, officer))).body.code).toBe(401);
  },
  { clock: { frozen: true }, settings: { exportQueuedFor: null, exportRunsFor: null } },
);

rule(
  'TRAP-14',
  'the search for clients is a POST that changes nothing, so it is retried like a read',
  async ({ sandbox, raw }) => {
    const before = sandbox.control.users();
    const response = await raw('POST', '/c/items', { json: { active: true, start: 1, limit: 2 } });
    expect([response.status, response.headers.get('location')]).toEqual([200, null]);
    expect((await json(response))['@paging']).toMatchObject({ found: 2, start: 1, limit: 2 });

    const { care, sent } = await recorded(sandbox);
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c/items' });
    const found = await care.searchClients({ id: 'EHR-1042', start: 0, limit: 5 }).toArray();
    expect(found.map(({ url }) => url)).toEqual([(await care.client({ id: 'EHR-1042' })).url]);
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(posts.map(({ path, query }) => path + query)).toEqual(['/c/items', '/c/items']);
    expect(posts[1]?.body).toEqual({ id: 'EHR-1042', start: 0, limit: 5 });
    expect(sandbox.control.users()).toEqual(before);
  },
);

rule(
  'TRAP-15',
  'a forbidden content id is reported as a query parameter, and the client reads its problems',
  async ({ care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const unknown = invalidQuery(['id', 'Unknown value.']);
    expect(await refusal(raw('POST', client.links.get('tools').url, { json: { id: 'nothing' } }))).toEqual(unknown);
    expect(await failureOf(client.addTool({ id: 'nothing' }))).toMatchObject(asError(unknown));
  },
);

rule('TRAP-16', '406 is about a body that cannot be decoded, not about what is accepted', async (scene) => {
  const { sandbox, care, raw } = scene;
  expect((await raw('GET', '/p/items', { headers: { accept: 'text/html' } })).status).toBe(200);
  const undecodable = await refusal(raw('POST', '/configuration/labels', { body: '{"label":' }));
  expect(undecodable).toEqual({ status: 406, body: { code: 406, message: expect.any(String) } });
  const body = { code: 406, message: 'Invalid payload' };
  sandbox.faults.add({ kind: 'response', status: 406, body, method: 'POST' });
  const failure = await failureOf(care.createLabel('Nieuw'));
  expect(failure).toBeInstanceOf(InvalidPayloadError);
  expect(failure).toMatchObject({ status: 406, reason: 'Invalid payload', attempts: 1 });
});

rule(
  'TRAP-17',
  'labels and relations can be deleted and a merge removes a client; nothing else goes',
  async (scene) => {
    const { care, raw } = scene;
    const client = await care.client({ id: 'EHR-1042' });
    const professional = await care.professional({ id: 'PRO-1' });
    const label = await care.createLabel('Tijdelijk');
    const relation = await client.relations().first();
    if (relation === undefined) throw new Error('No relation.');
    await label.delete();
    await relation.delete();
    for (const { url } of [label, relation]) expect((await raw('GET', url)).status).toBe(404);

    const lasting = [client, professional, await client.diaryEntries().first(), await client.tasks().first()];
    for (const resource of lasting) {
      expect(resource).not.toHaveProperty('delete');
      expect([resource?.url, (await raw('DELETE', resource?.url ?? '')).status]).toEqual([resource?.url, 405]);
    }
    await (await care.client({ id: 'EHR-1043' })).mergeIn(client);
    expect((await raw('GET', client.url)).status).toBe(404);
  },
);
