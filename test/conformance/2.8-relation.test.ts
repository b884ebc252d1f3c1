import { Relation } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get, invalidJson, refusal } from './wire.js';

const address = { id: 'EHR-1042' };

rule('REL-1', 'a relation is of its own type, which the client names when it makes one', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const type = `${sandbox.settings.typeNs}/relation`;
  const client = await care.client(address);
  const relation = await client.addRelation({ professional: { id: 'PRO-2' }, predicate: 'attends' });
  expect(sent.at(-1)?.body).toEqual({ '@type': type, predicate: 'attends', professional: { id: 'PRO-2' } });
  expect([relation.type, (await get(raw, relation.url))['@type']]).toEqual([type, type]);
  const items = (await get(raw, client.links.get('relations.items').url))['@items'];
  expect(items.map((item) => item['@type'])).toEqual([type, type, type]);
  expect(await care.open(relation.url)).toBeInstanceOf(Relation);
});

rule('REL-2', 'a relation refers to a professional and to a client', async ({ care, raw, sandbox }) => {
  const ns = sandbox.settings.typeNs;
  const client = await care.client(address);
  const professional = await care.professional({ id: 'PRO-1' });
  const [item] = (await get(raw, client.links.get('relations.items').url))['@items'];
  const references = {
    professional: { '@type': `${ns}/user-reference/professional`, url: professional.url, id: 'PRO-1' },
    client: { '@type': `${ns}/user-reference/client`, url: client.url, id: 'EHR-1042' },
  };
  expect(item).toMatchObject(references);
  const relation = await client.relations().first();
  expect(relation?.data).toEqual({ ...references, predicate: 'attends' });
  expect(relation && (await care.client(relation.data.client)).url).toBe(client.url);
});

rule('REL-3', 'a relation is one of two kinds: treating or supervising', async ({ care, raw, sandbox }) => {
  const client = await care.client(address);
  const { url } = client.links.get('relations');
  for (const predicate of ['attends', 'supervises'] as const) {
    const relation = await client.addRelation({ professional: { id: 'PRO-2' }, predicate });
    expect([relation.data.predicate, (await get(raw, relation.url)).predicate]).toEqual([predicate, predicate]);
  }
  const body = { '@type': `${sandbox.settings.typeNs}/relation`, professional: { id: 'PRO-3' } };
  for (const [predicate, message] of [
    ['treats', 'Unknown value.'],
    [undefined, 'Required input is missing.'],
    [7, 'Unknown value.'],
  ] as const) {
    const refused = invalidJson(['predicate', message]);
    expect(await refusal(raw('POST', url, { json: { ...body, predicate } }))).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: none of the two
    await expect(client.addRelation({ professional: { id: 'PRO-3' }, predicate })).rejects.toMatchObject({
      ...{ name: 'InputError', problems: refused.body.extra },
    });
    expect(sandbox.journal).toHaveLength(requests);
  }
});

rule('REL-4', 'a professional sees a client while there is a relation, of either kind', async (scene) => {
  const { care, raw, sandbox, as } = scene;
  const { professional, supervisor, unrelatedProfessional: token } = sandbox.tokens;
  const client = await care.client(address);
  for (const related of [professional, supervisor]) {
    expect((await raw('GET', client.url, { token: related })).status).toBe(200);
  }
  const stranger = await as(token);
  for (const name of ['tasks.items', 'planning', 'relations.items']) {
    expect((await raw('GET', client.links.get(name).url, { token })).status, name).toBe(403);
  }
  expect((await raw('GET', client.links.get('diary').url, { token })).status).toBe(404);
  await expect(stranger.client(address)).rejects.toMatchObject({ name: 'ForbiddenError', status: 403 });
  expect(await stranger.clients().toArray()).toEqual([]);

  const relation = await client.addRelation({ professional: { id: 'PRO-2' }, predicate: 'attends' });
  expect((await stranger.client(address)).data.bsn).toBe(client.data.bsn);
  expect(await stranger.clients().toArray()).toHaveLength(1);
  await relation.delete();
  expect((await raw('GET', client.url, { token })).status).toBe(403);
});

rule('REL-5', 'a related professional can have tasks because of a client, another one has none', async (scene) => {
  const { raw, sandbox, as, care } = scene;
  for (const [id, role, count] of [
    ['PRO-1', 'professional', 1],
    ['PRO-2', 'unrelatedProfessional', 0],
    ['PRO-7', 'supervisor', 1],
  ] as const) {
    const own = await (await as(sandbox.tokens[role])).professional({ id });
    const tasks = await own.tasks().toArray();
    expect(tasks.map(({ data }) => data.title)).toEqual(Array.from({ length: count }, () => 'Give feedback'));
    const { url } = (await care.professional({ id })).links.get('tasks.items');
    expect((await get(raw, url))['@items']).toEqual(tasks.map((task) => task.toJSON()));
  }
});

rule('REL-6', 'an organisation that does not supervise refuses such a relation', async ({ care, raw, sandbox }) => {
  sandbox.settings.supervises = false;
  const client = await care.client(address);
  const professional = { id: 'PRO-2' };
  const refused = { code: 400, message: 'Invalid new relation.' };
  const json = { '@type': `${sandbox.settings.typeNs}/relation`, professional, predicate: 'supervises' };
  expect(await refusal(raw('POST', client.links.get('relations').url, { json }))).toEqual({
    status: 400,
    body: refused,
  });
  await expect(client.addRelation({ professional, predicate: 'supervises' })).rejects.toMatchObject({
    ...{ name: 'BadRequestError', status: 400, reason: 'Invalid new relation.', problems: [] },
  });
  expect((await client.addRelation({ professional, predicate: 'attends' })).data.predicate).toBe('attends');
});

readingRules('2.8-relation');
