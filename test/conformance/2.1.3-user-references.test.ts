import type { Client, Relation } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, invalidJson, refusal, type WireDocument } from './wire.js';

const address = { id: 'EHR-1042' };
const attends = { predicate: 'attends' } as const;

async function relationTo(client: Client, id: string): Promise<Relation> {
  const relation = (await client.relations().toArray()).find(({ data }) => data.professional.id === id);
  if (relation === undefined) throw new Error(`No relation to ${id}`);
  return relation;
}

async function relationsOf(raw: Parameters<typeof get>[0], client: Client): Promise<readonly WireDocument[]> {
  return (await get(raw, client.links.get('relations.items').url))['@items'];
}

rule('URF-1', 'a reference says what kind of user it points to', async ({ care, raw, sandbox }) => {
  const client = await care.client(address);
  const { typeNs } = sandbox.settings;
  for (const relation of await relationsOf(raw, client)) {
    expect(relation.client).toMatchObject({ '@type': `${typeNs}/user-reference/client` });
    expect(relation.professional).toMatchObject({ '@type': `${typeNs}/user-reference/professional` });
  }
  const { data } = await relationTo(client, 'PRO-1');
  expect((await care.professional(data.professional)).data.id).toBe('PRO-1');
  expect((await care.client(data.client)).url).toBe(client.url);

  sandbox.control.assignTask(sandbox.control.users('professional')[0]?.key ?? '');
  const [change] = await care.changes({ type: 'tasks', since: new Date('2026-03-02T00:00:00Z') }).toArray();
  expect(change?.data.user['@type']).toBe(`${typeNs}/user-reference/professional`);
  const [item] = await relationsOf(raw, client);
  const odd = { ...item, professional: { ...data.professional, '@type': 'urn:x/user-reference/robot' } };
  sandbox.faults.add({
    kind: 'response',
    status: 200,
    body: JSON.parse(JSON.stringify({ '@items': [odd], '@links': [] })),
  });
  expect((await client.relations().first())?.data.professional['@type']).toBe('urn:x/user-reference/robot');
});

rule('URF-2', 'a reference holds the canonical URL, however the user was named', async ({ care, raw }) => {
  const client = await care.client(address);
  const professional = await care.professional({ id: 'PRO-2' });
  const relation = await client.addRelation({ professional: { id: 'PRO-2' }, ...attends });
  expect(relation.data.professional.url).toBe(professional.url);
  expect(relation.data.client.url).toBe(client.url);
  expect(await get(raw, relation.data.professional.url)).toMatchObject({ '@url': professional.url, id: 'PRO-2' });
});

rule('URF-3', 'a reference holds the external id, which is null for who has none', async ({ care, raw, sandbox }) => {
  const { path } = sandbox.control.addProfessional();
  const client = await care.client(address);
  const relation = await client.addRelation({ professional: { url: `${sandbox.baseUrl}${path}` }, ...attends });
  expect(relation.data.professional.id).toBeNull();
  expect((await relationsOf(raw, client)).map(({ professional }) => (professional as { id: unknown }).id)).toEqual([
    ...['PRO-1', 'PRO-7', null],
  ]);
  expect(relation.data.client.id).toBe('EHR-1042');
  expect((await care.professional(relation.data.professional)).url).toBe(`${sandbox.baseUrl}${path}`);
});

rule('URF-4', 'a user is sent by URL or by external id, never by both or neither', async ({ care, raw, sandbox }) => {
  const client = await care.client(address);
  const { url } = await care.professional({ id: 'PRO-2' });
  const both = { id: 'PRO-2', url };
  const post = (professional: object) =>
    raw('POST', `${client.url}/relations`, {
      json: { '@type': `${sandbox.settings.typeNs}/relation`, ...attends, professional },
    });
  expect(await refusal(post(both))).toEqual(invalidJson(['professional', 'Exactly one of url and id must be sent.']));
  expect(await refusal(post({}))).toEqual(invalidJson(['professional', 'Required input is missing.']));
  const merge = await refusal(raw('POST', `${client.url}/merge`, { json: both }));
  expect(merge).toEqual(invalidJson(['url', 'Exactly one of url and id must be sent.']));

  const requests = sandbox.journal.length;
  const refused = { name: 'InputError', problems: [{ message: 'Exactly one of url and id must be given.' }] };
  // @ts-expect-error: both
  await expect(client.addRelation({ professional: both, ...attends })).rejects.toMatchObject(refused);
  // @ts-expect-error: neither
  await expect(client.addRelation({ professional: {}, ...attends })).rejects.toMatchObject(refused);
  // @ts-expect-error: neither
  await expect(client.addRelation({ professional: { '@type': 'x' }, ...attends })).rejects.toMatchObject(refused);
  // @ts-expect-error: neither
  await expect(client.mergeIn({})).rejects.toMatchObject(refused);
  // @ts-expect-error: both
  await expect(care.client(both)).rejects.toMatchObject({ name: 'InputError' });
  expect(sandbox.journal).toHaveLength(requests);

  expect((await post({ id: 'PRO-2' })).status).toBe(201);
  expect((await client.addRelation({ professional: { url }, predicate: 'supervises' })).data.professional.url).toBe(
    url,
  );
});

rule('URF-5', 'a reference is sent without its type if only one kind of user is possible', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  const read = (await relationTo(client, 'PRO-7')).data.professional;
  await client.addRelation({ professional: read, ...attends });
  expect(sent.at(-1)?.body).toHaveProperty('professional', { url: read.url });
  await client.addRelation({ professional: { id: 'PRO-2' }, ...attends });
  expect(sent.at(-1)?.body).toEqual({
    ...{ '@type': `${sandbox.settings.typeNs}/relation`, predicate: 'attends', professional: { id: 'PRO-2' } },
  });
  await client.mergeIn({ id: 'EHR-1043' });
  expect(sent.at(-1)?.body).toEqual({ id: 'EHR-1043' });
  expect((await relationsOf(raw, client)).length).toBe(4);
});

rule('URF-6', 'a type that goes with an external id is sent, and must be the right one', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  const { typeNs } = sandbox.settings;
  const professional = { '@type': `${typeNs}/user-reference/professional`, id: 'PRO-2' };
  expect((await client.addRelation({ professional, ...attends })).data.professional.id).toBe('PRO-2');
  expect(sent.at(-1)?.body).toMatchObject({ professional });

  const wrong = { ...professional, '@type': `${typeNs}/user-reference/client` };
  const refused = invalidJson(['professional', 'Unknown value.']);
  const json = { '@type': `${typeNs}/relation`, predicate: 'supervises', professional: wrong };
  expect(await refusal(raw('POST', `${client.url}/relations`, { json }))).toEqual(refused);
  const relation = client.addRelation({ professional: wrong, predicate: 'supervises' });
  await expect(relation).rejects.toMatchObject({ name: 'InputError', problems: [{ name: '@type' }] });
});
