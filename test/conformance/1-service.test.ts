import { Client, Friend, Professional } from 'care-platform';
import { expect } from 'vitest';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';
import { rule } from './rule.js';
import { json } from './wire.js';

rule('SVC-1', 'every area of the service can be used through the client, and has something in it', async (scene) => {
  const { care, raw, sandbox } = scene;
  sandbox.control.addCarelinkError();
  sandbox.control.addHl7Error();
  expect((await raw('GET', '/c/nobody')).status).toBe(404);
  const client = await care.client({ id: 'EHR-1042' });
  const job = await care.startExport({ name: 'client' });
  const areas = {
    clients: care.clients(),
    professionals: care.professionals(),
    'diary entries': client.diaryEntries(),
    tasks: client.tasks(),
    'planned events': client.plannedEvents({ after: '2026-03-02', before: '2026-04-02' }),
    conversations: client.conversations(),
    catalogue: care.catalogue({ limit: 1 }),
    labels: care.labels(),
    relations: client.relations(),
    exports: care.exports(),
    'API errors': care.apiErrors(),
    'care integration errors': care.carelinkErrors(),
    'HL7 errors': care.hl7Errors(),
  };
  for (const [area, list] of Object.entries(areas)) expect(await list.first(), area).toBeDefined();
  expect((await care.exportJob(job.url)).data.description).toBe(job.data.description);

  const [schema] = await client.diarySchemas();
  const entry = await client.addDiaryEntry(schema ?? '', {
    dt: new Date('2026-03-01T10:00:00Z'),
    mood: 'good',
    tension: 3,
  });
  expect(await json(raw('GET', entry.url))).toMatchObject({ mood: 'good', tension: 3, dt: '2026-03-01T10:00:00' });
  const item = await care.catalogue({ limit: 1, contentTypes: ['topic'] }).first();
  const tool = await client.addTool({ id: item?.data.id ?? '' });
  expect((await raw('GET', tool.url)).status).toBe(200);
});

rule('SVC-3', 'four kinds of users hold tokens, three of them are resources of their own class', async (scene) => {
  const { care, raw, sandbox } = scene;
  const { apiUser, client, friend, professional } = sandbox.tokens;
  const kinds: (string | undefined)[] = [];
  for (const token of [apiUser, client, friend, professional]) {
    expect((await raw('GET', '', { token })).status).toBe(200);
    kinds.push(sandbox.control.user(sandbox.journal.at(-1)?.user ?? '').kind);
  }
  expect(kinds).toEqual(['apiUser', 'client', 'friend', 'professional']);

  const urls = (kind: 'client' | 'friend' | 'professional') =>
    `${sandbox.baseUrl}${sandbox.control.users(kind)[0]?.path}`;
  expect(await care.open(urls('client'))).toBeInstanceOf(Client);
  expect(await care.open(urls('friend'))).toBeInstanceOf(Friend);
  expect(await care.open(urls('professional'))).toBeInstanceOf(Professional);
});

rule('SVC-4', 'created users cannot be deleted: the client offers no way and the platform refuses', async (scene) => {
  const { care, raw, sandbox } = scene;
  const client = await care.createClient(newClient);
  const friend = await care.friend({ url: `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}` });
  const professional = await care.createProfessional(newProfessional);
  for (const user of [client, friend, professional]) {
    expect(user).not.toHaveProperty('delete');
    const refused = await raw('DELETE', user.url);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
    await expect(care.request({ method: 'DELETE', url: user.url })).rejects.toMatchObject({
      name: 'MethodNotAllowedError',
    });
    expect((await user.refresh()).url).toBe(user.url);
  }
});

rule('SVC-5', 'created resources are gone after a reset of the sandbox, and only then', async (scene) => {
  const { care, sandbox, raw } = scene;
  const before = sandbox.control.users();
  const client = await care.createClient(newActiveClient);
  await care.updateClient({ id: 'EHR-1042' }, { last_name: 'Anders' });
  expect(sandbox.control.users()).not.toEqual(before);

  sandbox.control.reset();
  expect(sandbox.control.users()).toEqual(before);
  expect(sandbox.outbox).toEqual([]);
  expect((await raw('GET', client.url)).status).toBe(404);
  await expect(client.refresh()).rejects.toMatchObject({ name: 'NotFoundError' });
});
