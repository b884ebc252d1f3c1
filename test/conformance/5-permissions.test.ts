import { ForbiddenError, LinkNotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { get, json, linkNames } from './wire.js';

const first = async ({ care }: Scene) => care.client({ id: 'EHR-1042' });

/** The status of each path for that user. */
async function statuses({ raw }: Scene, token: string, paths: readonly string[]): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (const path of paths) seen[path] = (await raw('GET', path, { token })).status;
  return seen;
}

const all = (paths: readonly string[], status: number) => Object.fromEntries(paths.map((path) => [path, status]));

/** EPD-11: without access all is 403 but the diary, which is 404. */
const refused = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, path.includes('/diary') ? 404 : 403]));

/** Below a client: what holds therapeutic information. */
const therapy = (url: string) => [
  ...['tasks', 'tasks/items', 'diary', 'diary/entries/items', 'planning', 'planning/ics'].map((one) => `${url}/${one}`),
  ...['planning/items?after=2026-03-01&before=2026-03-31', 'conversations?limit=5'].map((one) => `${url}/${one}`),
];

rule('AUT-9', 'a regular user may do what it may do in the web application', async (scene) => {
  const { sandbox, as, raw } = scene;
  const client = await first(scene);
  const professional = await scene.care.professional({ id: 'PRO-2' });
  const roles = ['client', 'professional', 'secretary', 'applicationManager'] as const;
  const seen: Record<string, number[]> = {};
  for (const role of roles) {
    const token = sandbox.tokens[role];
    const json = { label: `by ${role}` };
    seen[role] = [
      (await raw('GET', client.url, { token })).status,
      (await raw('GET', '/c/items', { token })).status,
      (await raw('POST', '/configuration/labels', { token, json })).status,
      (await raw('PATCH', professional.url, { token, json: { infix: 'de' } })).status,
      (await raw('GET', '/export/items', { token })).status,
    ];
  }
  expect(seen).toEqual({
    client: [200, 403, 403, 403, 403],
    professional: [200, 200, 201, 403, 403],
    secretary: [200, 200, 201, 403, 403],
    applicationManager: [200, 200, 201, 204, 403],
  });
  const care = await as(sandbox.tokens.client);
  await expect(care.clients().toArray()).rejects.toThrow(ForbiddenError);
  await expect(care.createLabel('mine')).rejects.toMatchObject({ name: 'ForbiddenError', status: 403, attempts: 1 });
});

rule('AUT-10', 'a client sees its own things and those of no other user', async (scene) => {
  const { sandbox, as } = scene;
  const token = sandbox.tokens.client;
  const care = await as(token);
  const own = await care.client({ url: (await first(scene)).url });
  expect(await own.tasks().toArray()).toHaveLength(3);
  const tool = await own.addTool({ id: (await own.catalogue({ limit: 1 }).first())?.data.id ?? '' });
  const other = await scene.care.client({ id: 'EHR-1043' });
  const theirs = await other.addTool({ id: 'content-020' });
  const paths = [other.url, theirs.url, ...therapy(other.url)];
  expect(await statuses(scene, token, [own.url, tool.url])).toEqual(all([own.url, tool.url], 200));
  expect(await statuses(scene, token, paths)).toEqual(refused(paths));
  await expect(care.client({ url: other.url })).rejects.toThrow(ForbiddenError);
  await expect(care.client({ id: 'EHR-1043' })).rejects.toThrow(ForbiddenError);
  const ofOwn = [own.url, ...therapy(own.url)];
  expect(await statuses(scene, sandbox.tokens.friend, ofOwn)).toEqual(refused(ofOwn));
});

rule('AUT-11', 'a professional reaches the clients it is related to and finds no others', async (scene) => {
  const { sandbox, as, raw } = scene;
  const { professional: token, unrelatedProfessional } = sandbox.tokens;
  const related = await first(scene);
  const other = await scene.care.client({ id: 'EHR-1044' });
  const care = await as(token);
  expect((await care.client({ url: related.url })).data.first_name).toBe('Fenna');
  expect(await statuses(scene, token, therapy(related.url))).toEqual(all(therapy(related.url), 200));
  const paths = [other.url, ...therapy(other.url).filter((path) => !path.includes('diary'))];
  expect(await statuses(scene, token, paths)).toEqual(refused(paths));
  await expect(care.client({ id: 'EHR-1044' })).rejects.toThrow(ForbiddenError);
  expect((await care.clients().toArray()).map((one) => one.attribute('id'))).toEqual(['EHR-1042', 'EHR-1043']);
  expect(await care.searchClients({ id: 'EHR-1044' }).toArray()).toEqual([]);
  const list = await json(raw('GET', '/c/items', { token: unrelatedProfessional }));
  expect(list).toMatchObject({ '@items': [], '@paging': { found: 0, total: 0 } });
  // A new relation opens the door, an ended one closes it.
  const relation = await other.addRelation({ professional: { id: 'PRO-1' }, predicate: 'supervises' });
  expect((await care.client({ id: 'EHR-1044' })).data.id).toBe('EHR-1044');
  await relation.delete();
  await expect(care.client({ id: 'EHR-1044' })).rejects.toThrow(ForbiddenError);
});

rule('AUT-12', 'a secretary sees contact data of clients and nothing therapeutic', async (scene) => {
  const { sandbox, as, raw } = scene;
  const token = sandbox.tokens.secretary;
  const care = await as(token);
  const client = await care.client({ id: 'EHR-1042' });
  expect(client.data).toEqual((await first(scene)).data);
  const paths = therapy(client.url);
  expect(await statuses(scene, token, paths)).toEqual(refused(paths));
  expect((await raw('POST', `${client.url}/tools`, { token, json: { id: 'content-020' } })).status).toBe(403);
  expect(linkNames(await get(raw, client.url, token))).toEqual([
    ...['activation', 'application', 'relations', 'relations.items'],
  ]);
  await expect(client.tasks().toArray()).rejects.toThrow(LinkNotFoundError);
  await expect(client.diary()).rejects.toThrow(LinkNotFoundError);
  await expect(client.addTool({ id: 'content-020' })).rejects.toThrow(LinkNotFoundError);
});

rule('AUT-17', 'exports are for data officers, and without personal data for data analysts', async (scene) => {
  const { sandbox, care, as, raw } = scene;
  const { tokens, settings, control } = sandbox;
  Object.assign(settings, { exportQueuedFor: 0, exportRunsFor: 0 });
  const columns = async (token: string) => {
    const job = await (await as(token)).startExport({ name: 'client', output_format: 'csv' });
    const [header] = (await (await (await job.refresh()).download()).text()).split(/\r?\n/);
    return header?.split(',') ?? [];
  };
  const officer = await columns(tokens.dataOfficer);
  const analyst = await columns(tokens.dataAnalyst);
  expect(officer).toEqual(expect.arrayContaining(['first_name', 'email', 'bsn', 'gender']));
  expect(analyst).toEqual(['active', 'labels', 'age', 'gender']);
  for (const personal of ['first_name', 'last_name', 'name', 'email', 'bsn', 'phone_number', 'date_of_birth', 'id']) {
    expect(analyst).not.toContain(personal);
  }
  const asked = raw('POST', '/export', { token: tokens.dataAnalyst, json: { name: 'client', properties: ['email'] } });
  expect(await json(asked)).toMatchObject({ code: 400, extra: [{ name: 'email', message: 'Unknown property' }] });
  for (const token of [tokens.apiUserPlain, tokens.applicationManager, tokens.client]) {
    expect((await raw('GET', '/export/items', { token })).status).toBe(403);
    await expect((await as(token)).startExport({ name: 'client' })).rejects.toThrow(ForbiddenError);
  }
  expect(await care.exports().toArray()).toHaveLength(2);
  control.setPermissions(control.users('apiUser')[1]?.key ?? '', ['dataAnalyst']);
  expect(await columns(tokens.apiUserPlain)).toEqual(analyst);
});

rule('AUT-18', 'changes need a permission that ordinary accounts lack', async ({ sandbox, as, raw }) => {
  const { tokens, control } = sandbox;
  const query = { type: 'tasks', since: new Date('2026-03-02T00:00:00Z') } as const;
  const path = '/changes?type=tasks&since=2026-03-02T00:00:00';
  for (const token of [tokens.apiUserPlain, tokens.applicationManager, tokens.professional, tokens.client]) {
    expect((await raw('GET', path, { token })).status).toBe(403);
    await expect((await as(token)).changes(query).toArray()).rejects.toThrow(ForbiddenError);
  }
  control.setPermissions(control.users('apiUser')[1]?.key ?? '', ['changes']);
  expect(await (await as(tokens.apiUserPlain)).changes(query).toArray()).toEqual([]);
});

rule('AUT-19', 'logs are for API users with the role for them, and for no regular user', async (scene) => {
  const { sandbox, as, raw } = scene;
  const { tokens, control } = sandbox;
  const paths = ['apiusers/errorlog', 'carelink/errorlog', 'hl7/errorlog', 'clientaccess/accesslog'].map(
    (one) => `/configuration/${one}/items`,
  );
  const manager = control.users('professional')[3]?.key ?? '';
  control.setPermissions(manager, ['apiErrors']);
  for (const token of [tokens.apiUserPlain, tokens.applicationManager, tokens.client]) {
    expect(await statuses(scene, token, paths)).toEqual(refused(paths));
    const care = await as(token);
    for (const log of [care.apiErrors(), care.carelinkErrors(), care.hl7Errors(), care.clientAccessLog()]) {
      await expect(log.toArray()).rejects.toThrow(ForbiddenError);
    }
  }
  expect(await statuses(scene, tokens.apiUser, paths)).toEqual(all(paths, 200));
  control.setPermissions(control.users('apiUser')[1]?.key ?? '', ['apiErrors']);
  expect((await raw('GET', paths[0] ?? '', { token: tokens.apiUserPlain })).status).toBe(200);
});
