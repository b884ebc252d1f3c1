import { expect, test } from 'vitest';
import { baseUrl, listDocument, namespace, relationDocument } from '../support/documents.js';
import { json, lost } from '../support/platform.js';
import { lostWrites } from './lost-writes.js';

const { platform, posts, client } = lostWrites();
const list = '/c/1/relations/items';
const professional = { id: 'PRO-7' };

/** `addRelation` after a lost response, if these items are in the list and a second attempt is accepted. */
async function added(items: readonly object[], relation: object, options: object = {}) {
  const one = await client();
  platform.on('POST', '/c/1/relations', lost, json(relationDocument('n'), 201));
  platform.on('GET', list, json(listDocument(items as never)));
  const found = await one.addRelation(relation as never, options);
  return { url: found.url, sent: posts('/relations').length };
}

const there = { url: `${baseUrl}/c/1/relations/r`, sent: 1 };
const sentAgain = { url: `${baseUrl}/c/1/relations/n`, sent: 2 };
const item = relationDocument('r');
const withUser = (fields: object) => ({
  ...item,
  professional: { ...(item as never as { professional: object }).professional, ...fields },
});

test('a lost relation is the one in the list with the same professional and predicate', async () => {
  expect(await added([item], { professional, predicate: 'attends' })).toEqual(there);
});

test.each([
  ['another predicate', [{ ...item, predicate: 'supervises' }]],
  ['another professional', [withUser({ id: 'PRO-8' })]],
  ['a professional without an id', [withUser({ id: null })]],
  ['another type', [{ ...item, '@type': `${namespace}/relation-of-later` }]],
])('a relation with %s is not the lost one', async (_title, items) => {
  expect(await added(items, { professional, predicate: 'attends' })).toEqual(sentAgain);
});

test.each([
  ['the same', `${baseUrl}/p/7`, there],
  ['another', `${baseUrl}/p/8`, sentAgain],
])('a professional given by URL is found by it: %s', async (_title, url, outcome) => {
  expect(await added([withUser({ url: `${baseUrl}/p/7` })], { professional: { url }, predicate: 'attends' })).toEqual(
    outcome,
  );
});

test('a relation with another value than `extra` sent is not known to be the lost one', async () => {
  const call = added(
    [{ ...item, note: 'y' }],
    { professional, predicate: 'attends' },
    { extra: { body: { note: 'x' } } },
  );
  await expect(call).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  expect(posts('/relations')).toHaveLength(1);
});

test('a relation that has what `extra` sent is the lost one', async () => {
  const options = { extra: { body: { note: 'x' } } };
  expect(await added([{ ...item, note: 'x' }], { professional, predicate: 'attends' }, options)).toEqual(there);
});
