import { expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  type Document,
  labelDocument,
  listDocument,
  relationDocument,
} from '../support/documents.js';
import { newActiveClient } from '../support/people.js';
import { empty, json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const extra = { body: { newer: 'a' }, query: { later: 1 } };
/** What was sent: method, whether with the query of `extra`, and the newer attribute. */
const sent = () =>
  platform.seen.map(({ method, url, body }) => {
    const { newer }: Document = body === '' ? {} : JSON.parse(body);
    return [method, url.searchParams.has('later'), newer];
  });

test('upsertClient sends `extra` with its writes', async () => {
  const care = await platform.connect();
  platform.on('GET', '/aux/client/id/EHR-1', refusal(404));
  platform.on('POST', '/c', json(clientDocument('1'), 201));
  expect(await care.upsertClient('EHR-1', newActiveClient, { extra })).toMatchObject({ outcome: 'created' });
  expect(sent()).toEqual([
    ['GET', false, undefined],
    ['POST', true, 'a'],
  ]);
});

test.each([
  ['sends it to one that is there where it differs', { newer: 'b' }, 'updated', [['PATCH', true, 'a']]],
  ['leaves one alone in which it does not', { newer: 'a' }, 'unchanged', []],
  ['leaves one alone that does not have it', {}, 'unchanged', []],
])('upsertClient with something extra %s', async (_, fields, outcome, writes) => {
  const care = await platform.connect();
  platform.on('GET', '/aux/client/id/EHR-1', json(clientDocument('1', { ...newActiveClient, ...fields })));
  platform.on('PATCH', '/c/1', empty());
  expect(await care.upsertClient('EHR-1', newActiveClient, { extra })).toMatchObject({ outcome });
  expect(sent()).toEqual([['GET', false, undefined], ...writes]);
});

test('ensureLabel sends `extra` with the new label', async () => {
  const care = await platform.connect();
  platform.on('GET', '/configuration/labels/items', json(listDocument([])));
  platform.on('POST', '/configuration/labels', json(labelDocument('1', { label: 'New' }), 201));
  expect((await care.ensureLabel('New', { extra })).data.identifier).toBe('1');
  expect(sent()).toEqual([
    ['GET', false, undefined],
    ['POST', true, 'a'],
    ['GET', false, undefined],
  ]);
});

test('syncRelations sends `extra` with each new relation', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  platform.forget();
  const old = { ...relationDocument('s'), predicate: 'supervises' };
  platform.on('GET', '/c/1/relations/items', json(listDocument([old])));
  platform.on('POST', '/c/1/relations', json(relationDocument('r'), 201));
  platform.on('DELETE', '/c/1/relations/s', empty());
  await client.syncRelations([{ professional: { id: 'PRO-7' }, predicate: 'attends' }], { extra });
  expect(sent()).toEqual([
    ['GET', false, undefined],
    ['POST', true, 'a'],
    ['DELETE', false, undefined],
  ]);
});
