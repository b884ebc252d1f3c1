import { Friend, InputError, isCareError, Resource } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { rule } from './rule.js';
import { asError, asked, get, invalidJson, invalidQuery, refusal, requestsOf } from './wire.js';

rule(
  'TRAP-56',
  'an account is switched by its activation, but a friend by a change',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const professional = await care.professional({ id: 'PRO-1' });
    for (const user of [client, professional]) {
      expect((await raw('PATCH', user.url, { json: { active: false } })).status).toBe(204);
      expect(sandbox.journal.at(-1)?.ignored).toEqual(['active']);
      expect((await user.refresh()).data.active).toBe(true);
    }
    // @ts-expect-error: deactivate is for that
    const calls = [client.update({ active: false }), professional.update({ active: false })];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ problems: [{ name: 'active' }] });

    const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
    const friend = await care.friend({ url });
    expect(friend.links.has('activation')).toBe(false);
    expect((await raw('POST', `${url}/activation`, { json: { active: true } })).status).toBe(404);
    expect((await friend.update({ active: false })).data.active).toBe(false);
    expect((await get(raw, url)).active).toBe(false);
    expect(sandbox.outbox).toEqual([]);
  },
);

rule('TRAP-57', 'the length of an export counts its bytes before any encoding', async ({ sandbox, care }) => {
  for (const gzip of [false, true]) {
    sandbox.settings.exportGzip = gzip;
    const job = await care.startExport({ name: 'client' });
    sandbox.clock.advance({ seconds: 5 });
    const ready = await job.refresh();
    const { content_length, content_encoding } = ready.data;
    expect(content_encoding).toBe(gzip ? 'gzip' : null);
    const file = await ready.download();
    expect(file.size).toBe(gzip ? undefined : content_length);
    expect((await file.bytes()).byteLength).toBe(content_length);
  }
});

rule('TRAP-58', 'three kinds go by other names than their chapters', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const event = await client.plannedEvents({ after: '2026-03-03', before: '2026-03-04' }).first();
  const kinds = [event, await professional.groups(), await client.conversations().first()];
  const types = ['todo', 'user/groups', 'conversation/api'].map((type) => `https://care.example/ns/${type}`);
  expect(kinds.map((one) => one?.type)).toEqual(types);
  const classes = kinds.map((one) => one?.constructor.name);
  expect(classes).toEqual(['PlannedEvent', 'Groups', 'Conversation']);
  expect((await get(raw, event?.url ?? ''))['@type']).toBe(types[0]);
  expect((await get(raw, professional.links.get('groups').url))['@type']).toBe(types[1]);
  const talks = await get(raw, asked(client.links.get('conversations').url, { limit: '1' }));
  expect(talks['@items'][0]?.['@type']).toBe(types[2]);
});

rule(
  'TRAP-59',
  'a request from exactly the last time misses late changes, so a feed asks for an earlier time',
  async ({ sandbox, care, raw }) => {
    const { url } = await care.client({ id: 'EHR-1042' });
    sandbox.control.assignTask(url);
    sandbox.clock.advance({ seconds: 30 });
    const last = sandbox.clock.now();
    const since = last.toISOString().slice(0, 19);
    expect((await get(raw, `/changes?type=tasks&since=${since}`))['@items']).toEqual([]);
    expect(await care.changes({ type: 'tasks', since: last }).toArray()).toEqual([]);

    const cursor = { get: () => last.toISOString(), set: () => undefined };
    const requests = await requestsOf(sandbox, async () => {
      for await (const event of care.watchChanges({ types: ['tasks'], cursor, overlap: 60_000 })) {
        expect(event).toMatchObject({ kind: 'change', change: { user: { url } } });
        break;
      }
    });
    expect(requests).toEqual(['GET /changes?type=tasks&since=2026-03-02T08%3A59%3A30']);
  },
  { clock: { frozen: true } },
);

rule(
  'TRAP-60',
  'sent twice a write is refused although the first went well, so none is sent twice unseen',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const [relation, label] = [await client.relations().first(), await care.createLabel('Tijdelijk')];
    const added = { '@type': 'https://care.example/ns/relation', predicate: 'attends', professional: { id: 'PRO-2' } };
    const twice = async (method: string, url: string, json?: object) => {
      const send = async () => (await raw(method, url, json === undefined ? {} : { json })).status;
      return [await send(), await send()];
    };
    const { links } = client;
    expect(await twice('POST', links.get('activation').url, { active: false, send_email: 'no' })).toEqual([204, 400]);
    expect(await twice('POST', links.get('relations').url, added)).toEqual([201, 400]);
    expect(await twice('DELETE', relation?.url ?? '')).toEqual([204, 404]);
    expect(await twice('DELETE', label.url)).toEqual([204, 404]);

    const lost = async (method: string, call: () => Promise<unknown>) => {
      sandbox.faults.add({ kind: 'drop', when: 'after', method });
      // Either it has looked, or it says that it does not know; never a refusal that the first one caused.
      const done = await call().catch((failure: unknown) => {
        if (!isCareError(failure, 'OutcomeUnknownError')) throw failure;
      });
      expect(done === undefined || done instanceof Resource).toBe(true);
    };
    const requests = await requestsOf(sandbox, async () => {
      await lost('POST', () => client.activate({ sendEmail: 'no' }));
      await lost('POST', () => client.addRelation({ predicate: 'supervises', professional: { id: 'PRO-2' } }));
    });
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
    expect((await client.refresh()).data.active).toBe(true);
    const relations = await client.relations().toArray();
    expect(relations.map(({ data }) => `${data.professional.id} ${data.predicate}`)).toContain('PRO-2 supervises');

    const [first] = relations;
    const another = await care.createLabel('Tijdelijk');
    const deletes = await requestsOf(sandbox, async () => {
      await lost('DELETE', () => another.delete());
      await lost('DELETE', async () => first?.delete());
    });
    expect(deletes.map((request) => request.split(' ')[0])).toEqual(Array(4).fill('DELETE'));
  },
);

rule('TRAP-61', 'an external id is no place of its own below the clients', async ({ sandbox, care, raw }) => {
  for (const path of ['/c/EHR-1042', '/p/PRO-1', '/c/EHR-1042/tasks/items']) {
    expect([path, (await raw('GET', path)).status]).toEqual([path, 404]);
  }
  const requests = await requestsOf(sandbox, async () => {
    expect((await care.client({ id: 'EHR-1042' })).data.first_name).toBe('Fenna');
    expect((await care.professional({ id: 'PRO-1' })).data.first_name).toBe('Pro');
    await care.updateClient({ id: 'EHR-1042' }, { infix: 'de' });
  });
  expect(requests).toEqual([
    'GET /aux/client/id/EHR-1042',
    'GET /aux/professional/id/PRO-1',
    'PATCH /aux/client/id/EHR-1042',
  ]);
});

rule('TRAP-62', 'friends are neither created nor found by an external id', async ({ sandbox, care, raw }) => {
  const { key, path } = sandbox.control.addFriend({ name: 'Nieuwe Vriend' });
  for (const kind of ['client', 'friend']) expect((await raw('GET', `/aux/${kind}/id/${key}`)).status).toBe(404);
  const json = { '@type': 'https://care.example/ns/friend', active: true, email: 'f@mail.example', name: 'F' };
  expect(await refusal(raw('POST', '/c', { json }))).toEqual(invalidJson(['@type', 'Unknown value.']));

  const friend = await care.friend({ url: `${sandbox.baseUrl}${path}` });
  expect(friend).toBeInstanceOf(Friend);
  expect(care).not.toHaveProperty('createFriend');
  const requests = await requestsOf(sandbox, async () => {
    // @ts-expect-error: by URL only
    await expect(care.friend({ id: key })).rejects.toThrow(InputError);
  });
  expect(requests).toEqual([]);
});

rule('TRAP-63', 'a tool is made of whatever the catalogue holds, by any id it has', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const tools = client.links.get('tools').url;
  const id = 'Stap 1/2: ademhaling é';
  const unknown = invalidQuery(['id', 'Unknown value.']);
  expect(await refusal(raw('POST', tools, { json: { id } }))).toEqual(unknown);
  expect(await failureOf(client.addTool({ id }))).toMatchObject(asError(unknown));
  sandbox.control.addCatalogueItem({ id, content_type: 'reusable pages' });
  expect((await raw('POST', tools, { json: { id } })).status).toBe(201);
  expect((await client.addTool({ id })).url).toContain('/module/');
  const types = new Map(
    (await care.catalogue({ limit: 50 }).toArray()).map(({ data }) => [data.content_type, data.id]),
  );
  expect(types.size).toBe(11);
  for (const content of types.values()) expect((await raw('POST', tools, { json: { id: content } })).status).toBe(201);
});

rule('TRAP-64', 'the words of a diary form are plain text, those of a catalogue item HTML', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const title = 'A < B & <b>C</b>';
  const fields = [{ name: 'note', title, type: 'text', description: title }] as const;
  sandbox.control.configureDiary(client.url, [{ name: 'plain', version: 1, title, fields, icons: {} }]);
  sandbox.control.assignTask(client.url, { title, message: title });
  const [schema] = await client.diarySchemas();
  expect([schema?.title, schema?.fields[0]]).toEqual([title, { ...fields[0] }]);
  const task = (await client.tasks().toArray()).at(-1);
  expect(task?.data).toMatchObject({ title, message: title });
  expect(await get(raw, task?.url ?? '')).toMatchObject({ title, message: title });

  const described = (await care.catalogue({ limit: 50 }).toArray()).find(({ data }) => data.title.includes('&'));
  expect(described?.data.title).toBe('Anger & you');
  const { '@items': items } = await get(raw, '/catalogue/items?limit=50');
  const html = items.filter(({ description }) => description !== null).map(({ description }) => description);
  for (const text of html) expect(text).toMatch(/^<p>.*<\/p>$/);
  const [quiet] = items.filter((item) => item.title === 'Anger & you');
  expect(described?.data.description).toBe(quiet?.description);
});
