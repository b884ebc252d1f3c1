import { Resource } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { asError, get, invalidJson, invalidOption, refusal, requestsOf } from './wire.js';

rule(
  'NS-1',
  'a group beyond the five known ones is read and sent, and refused by a platform without it',
  async (scene) => {
    const { sandbox, care, raw } = scene;
    const professional = await care.professional({ id: 'PRO-1' });
    const { url } = professional.links.get('groups');
    const known = ['application-managers', 'secretaries', 'therapists', 'supervisors', 'counter-operators'];
    expect((await raw('PATCH', url, { json: { groups: known } })).status).toBe(204);
    expect((await professional.groups()).data.groups).toEqual(known);
    const unknown = invalidJson(['groups', 'Unknown value.']);
    expect(await refusal(raw('PATCH', url, { json: { groups: ['cooks'] } }))).toEqual(unknown);
    expect(await failureOf(professional.setGroups(['cooks']))).toMatchObject(asError(unknown));

    const groups = await professional.groups();
    respondOnce(sandbox, url, groups, { groups: ['cooks', 'therapists'] });
    expect((await groups.refresh()).data.groups).toEqual(['cooks', 'therapists']);
  },
);

rule('NS-2', 'two roles are known, below a prefix that is a matter of the platform', async (scene) => {
  const { sandbox, care, raw } = scene;
  const professional = await care.professional({ id: 'PRO-1' });
  const { url } = professional.links.get('roles');
  const both = ['role.Secretary', 'role.ApplicationManager'];
  expect((await raw('PATCH', url, { json: { roles: both } })).status).toBe(204);
  expect((await professional.roles()).data.roles).toEqual(both);
  for (const roles of [['role.Cook'], ['Secretary'], ['org.Secretary']]) {
    const unknown = invalidJson(['roles', 'Unknown value.']);
    expect(await refusal(raw('PATCH', url, { json: { roles } }))).toEqual(unknown);
    expect(await failureOf(professional.setRoles({ roles }))).toMatchObject(asError(unknown));
  }
  sandbox.settings.rolePrefix = 'org';
  expect((await professional.roles()).data.roles).toEqual(['org.Secretary', 'org.ApplicationManager']);
  await professional.setRoles({ roles: ['org.Secretary'] });
  expect((await get(raw, url)).roles).toEqual(['org.Secretary']);
});

rule('NS-3', 'a field of an undocumented type is read and its value kept', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const configured = await client.diarySchemas();
  const types = new Set(configured.flatMap(({ fields }) => fields.map(({ type }) => type)));
  expect(types).toEqual(new Set(['choice', 'integer', 'text', 'image']));
  expect((await get(raw, client.links.get('diary.configuration').url))['@schemas']).toEqual(configured);

  const entry = await client.diaryEntries().first();
  if (entry === undefined) throw new Error('No entry.');
  const place = { lat: 52.09, lon: 5.12 };
  respondOnce(sandbox, entry.url, entry, { place });
  expect((await entry.refresh()).data.place).toEqual(place);
  const field = { name: 'place', title: 'Where?', type: 'location', precision: 'street' };
  const schema = { '@id': entry.type, title: 'Places', fields: [field] };
  const { url } = client.links.get('diary.configuration');
  respondOnce(sandbox, url, { toJSON: () => ({}) }, { '@schemas': [schema] });
  expect(await client.diarySchemas()).toEqual([schema]);
});

rule('NS-4', 'a chart of an undocumented type is read unchanged', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('diary.configuration');
  const series = [{ field: 'mood', 'bucket-function': 'tally' }];
  const known = { title: 'Moods per day', type: 'bar', buckets: 'day', series };
  const [schema] = await client.diarySchemas();
  expect(schema?.charts).toEqual([known]);
  expect((await get(raw, url))['@schemas']).toContainEqual(expect.objectContaining({ charts: [known] }));

  const chart = {
    title: 'Sleep',
    type: 'line',
    buckets: 'week',
    series: [{ field: 'hours', 'bucket-function': 'mean' }],
  };
  respondOnce(sandbox, url, { toJSON: () => ({}) }, { '@schemas': [{ ...schema, charts: [chart] }] });
  expect((await client.diarySchemas())[0]?.charts).toEqual([chart]);
});

rule('NS-5', 'a tool has only its address, which can be read and shows nothing else', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  for (const id of ['content-020', 'content-003']) {
    const tool = await client.addTool({ id });
    expect([tool.url, tool.data]).toEqual([expect.stringMatching(/\/(module|configuration)\/[^/]+$/), {}]);
    expect(await get(raw, tool.url)).toEqual({ '@url': tool.url, '@links': [] });
    const read = await care.open(tool.url);
    expect([read instanceof Resource && read.url, read instanceof Resource && read.data]).toEqual([tool.url, {}]);
  }
});

rule('NS-6', 'an export of clients knows the fields of a client and a few names more', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const options = {
    name: 'client',
    properties: Object.keys(client.data),
    filters: ['active', 'gender', 'label'].map((name) => ({ name, value: 'true', operator: 'eq' })),
    parameters: [{ name: 'labels', value: 'text', operator: 'eq' }],
    combine: [{ name: 'relation' }, { name: 'task' }, { name: 'diary', properties: ['dt'] }],
  };
  expect((await raw('POST', '/export', { json: options })).status).toBe(201);
  const job = await care.startExport(options);
  expect(job.data.options).toMatchObject(options);
  const unknown = invalidOption(['care_path', 'Unknown property'], ['intake', 'Unknown combine']);
  const more = { name: 'client', properties: ['care_path'], combine: [{ name: 'intake' }] };
  expect(await refusal(raw('POST', '/export', { json: more }))).toEqual(unknown);
  expect(await failureOf(care.startExport(more))).toMatchObject(asError(unknown));
});

rule(
  'NS-6',
  'other names that an export knows are a setting',
  async ({ sandbox, care, raw }) => {
    sandbox.settings.exportNames = {
      properties: ['id', 'care_path'],
      filters: ['team'],
      parameters: ['depth'],
      combines: { intake: ['score'], relation: ['predicate'] },
    };
    const job = await care.startExport({
      name: 'client',
      filters: [{ name: 'team', value: 'north', operator: 'eq' }],
      parameters: [{ name: 'depth', value: '2', operator: 'eq' }],
      combine: [{ name: 'intake' }, { name: 'relation' }],
    });
    sandbox.control.stepExport(job.url);
    sandbox.control.stepExport(job.url);
    const rows: unknown = JSON.parse(await (await (await job.refresh()).download()).text());
    const [first, ...others] = Array.isArray(rows) ? rows : [];
    const relation = [{ predicate: 'attends' }, { predicate: 'supervises' }];
    expect(first).toEqual({ id: 'EHR-1042', care_path: null, intake: [], relation });
    expect(others).toHaveLength(11);

    const gone = {
      name: 'client',
      properties: ['email'],
      filters: [{ name: 'active', value: 'true', operator: 'eq' }],
      parameters: [{ name: 'labels', value: 'text', operator: 'eq' }],
      combine: [{ name: 'task' }, { name: 'relation', properties: ['professional'] }],
    };
    const unknown = invalidOption(
      ['email', 'Unknown property'],
      ['task', 'Unknown combine'],
      ['professional', 'Unknown property'],
      ['active', 'Unknown value.'],
      ['labels', 'Unknown value.'],
    );
    expect(await refusal(raw('POST', '/export', { json: gone }))).toEqual(unknown);
  },
  exportsByHand,
);

rule('NS-7', 'the client sends any operator, the sandbox knows equality only', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const filters = (operator: string) => [{ name: 'active', value: 'true', operator }];
  expect((await raw('POST', '/export', { json: { name: 'client', filters: filters('eq') } })).status).toBe(201);
  const unknown = invalidOption(['like', 'Unknown value.']);
  expect(await refusal(raw('POST', '/export', { json: { name: 'client', filters: filters('like') } }))).toEqual(
    unknown,
  );
  const failure = await failureOf(care.startExport({ name: 'client', filters: filters('like') }));
  expect(failure).toMatchObject(asError(unknown));
  expect(sent.at(-1)?.body).toEqual({ name: 'client', filters: filters('like') });
});

rule('NS-8', 'the client names any export, the sandbox has one', async ({ sandbox, care, raw }) => {
  const unknown = invalidOption(['name', 'Unknown value.']);
  expect(await refusal(raw('POST', '/export', { json: { name: 'professional' } }))).toEqual(unknown);
  const requests = await requestsOf(sandbox, async () => {
    expect(await failureOf(care.startExport({ name: 'professional' }))).toMatchObject(asError(unknown));
  });
  expect(requests).toEqual(['POST /export']);
  expect((await care.startExport({ name: 'client' })).data.options.name).toBe('client');
});
