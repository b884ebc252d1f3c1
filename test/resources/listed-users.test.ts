import { expect, test } from 'vitest';
import { baseUrl, listDocument, listedClient } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

/** The fields of `listedClient('1')` that a row has to name. */
const row = {
  id: 'EHR-1',
  first_name: 'Noor',
  last_name: 'Wit',
  active: true,
  email: 'noor1@example.org',
  gender: 'f',
} as const;

test('a listed client is changed at the URL that the list gives, relative to the list', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/items', json(listDocument([listedClient('1', { '@url': '../c/1' })], { total: 1 })));
  platform.on('PATCH', '/c/1', empty());
  const { value } = await care.syncClients([{ ...row, phone_number: null }]).next();
  expect(value).toMatchObject({
    outcome: 'updated',
    resource: { url: `${baseUrl}/c/1`, data: { phone_number: null } },
  });
  expect(platform.seen.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['PATCH', '{"phone_number":null}'],
  ]);
});

test('a client that is listed without some field is not compared by that field', async () => {
  const care = await platform.connect();
  const { phone_number: _, ...listed } = listedClient('1');
  platform.on('GET', '/c/items', json(listDocument([listed], { total: 1 })));
  const { value } = await care.syncClients([{ ...row, phone_number: '000-7' }]).next();
  expect(value).toMatchObject({ outcome: 'unchanged', changes: {} });
});

test('a listed client with an empty external id has none, and stays active without a row', async () => {
  const care = await platform.connect();
  const clients = [listedClient('1'), listedClient('2', { id: '' })];
  platform.on('GET', '/c/items', json(listDocument(clients, { total: 2 })));
  const outcomes: string[] = [];
  for await (const { outcome } of care.syncClients([row], { deactivateWithoutRow: { max: 9 } })) outcomes.push(outcome);
  expect(outcomes).toEqual(['unchanged']);
});
