import { BadRequestError, InputError, InvalidInputError, NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { json, refusal } from './wire.js';

const typeNs = 'https://care.example/ns';

readingRules('4.2-relations');

rule('EPR-3', 'a relation is made with type, predicate and professional, below its client', async (scene) => {
  const { raw, sandbox } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  const [second, third] = [await care.professional({ id: 'PRO-2' }), await care.professional({ id: 'PRO-3' })];
  const { url } = client.links.get('relations');
  const body = { '@type': `${typeNs}/relation`, predicate: 'attends', professional: { id: 'PRO-2' } };
  const response = await raw('POST', url, { json: body });
  const relation = await json(response);
  expect([response.status, response.headers.get('location')]).toEqual([201, relation['@url']]);
  expect(relation).toEqual({
    '@url': relation['@url'],
    '@type': `${typeNs}/relation`,
    professional: { '@type': `${typeNs}/user-reference/professional`, url: second.url, id: 'PRO-2' },
    client: { '@type': `${typeNs}/user-reference/client`, url: client.url, id: 'EHR-1042' },
    predicate: 'attends',
  });

  await client.addRelation({ professional: { id: 'PRO-2' }, predicate: 'supervises' });
  const added = await client.addRelation({ professional: { url: third.url }, predicate: 'attends' });
  expect(added.data).toMatchObject({
    predicate: 'attends',
    professional: { id: 'PRO-3' },
    client: { url: client.url },
  });
  expect(sent.slice(3).map((one) => one.body)).toEqual([
    { '@type': `${typeNs}/relation`, predicate: 'supervises', professional: { id: 'PRO-2' } },
    { '@type': `${typeNs}/relation`, predicate: 'attends', professional: { url: third.url } },
  ]);
  const withClient = { professional: { id: 'PRO-3' }, predicate: 'supervises', client: { id: 'EHR-1042' } } as const;
  await expect(client.addRelation(withClient)).rejects.toThrow(InputError);
  expect(sent).toHaveLength(5);
});

rule('EPR-4', 'a relation is deleted by its address, and the response is empty', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const [first, second] = await client.relations().toArray();
  const response = await raw('DELETE', first?.url ?? '');
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  expect(await second?.delete()).toBeUndefined();
  expect(await client.relations().toArray()).toEqual([]);
  await expect(second?.delete()).rejects.toThrow(NotFoundError);
});

rule('EPR-5', 'a professional is related to a client once by each predicate', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1043' });
  const add = (predicate: 'attends' | 'supervises') => client.addRelation({ professional: { id: 'PRO-1' }, predicate });
  await expect(add('attends')).rejects.toThrow(BadRequestError);
  await add('supervises');
  await expect(add('supervises')).rejects.toThrow(BadRequestError);
  const body = { '@type': `${typeNs}/relation`, predicate: 'attends', professional: { id: 'PRO-1' } };
  const elsewhere = (await care.client({ id: 'EHR-1044' })).links.get('relations').url;
  expect((await raw('POST', elsewhere, { json: body })).status).toBe(201);
  const listed = await client.relations().toArray();
  expect(listed.map(({ data }) => [data.professional.id, data.predicate])).toEqual([
    ['PRO-1', 'attends'],
    ['PRO-1', 'supervises'],
  ]);
});

rule('EPR-6', 'a relation that cannot be made is refused in one sentence, without details', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('relations');
  for (const id of ['PRO-1', 'PRO-nobody']) {
    const body = { '@type': `${typeNs}/relation`, predicate: 'attends', professional: { id } };
    expect(await refusal(raw('POST', url, { json: body }))).toEqual({
      status: 400,
      body: { code: 400, message: 'Invalid new relation.' },
    });
    const refused = await failureOf(client.addRelation({ professional: { id }, predicate: 'attends' }));
    expect(refused).toMatchObject({
      name: 'BadRequestError',
      code: 400,
      reason: 'Invalid new relation.',
      problems: [],
    });
    expect(refused).not.toBeInstanceOf(InvalidInputError);
  }
});
