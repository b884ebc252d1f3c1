import { DiaryEntry, DiarySchema } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo, namespace } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const id = `${namespace}/diary/schema/entry#x:1`;

test('the schema of a form that the platform refused says nothing about stored entries', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ 'diary.entries': '/c/1/entries' }) })));
  platform.on('POST', '/c/1/entries', refusal(400, 'Invalid JSON input', [{ name: 'n', message: 'Required.' }]));
  const entry = { '@type': id, '@url': `${baseUrl}/e/1`, dt: '2026-03-01T10:00:00', n: 'x', '@links': [] };
  platform.on('GET', '/e/1', json(entry));
  platform.on('PATCH', '/e/1', json({ ...entry, n: 'z' }));
  const old = { '@id': id, '@base': baseUrl, title: 'X', fields: [{ name: 'm', title: 'M', type: 'text' }] };
  const client = await care.client({ url: `${baseUrl}/c/1` });
  const added = client.addDiaryEntry(DiarySchema.restore(old), { dt: new Date(), m: 'x' });
  expect(await failureOf(added)).toMatchObject({ name: 'InvalidInputError' });
  const stored = await care.open(`${baseUrl}/e/1`);
  if (!(stored instanceof DiaryEntry)) throw new Error('It is no entry.');
  expect(stored.schema).toBeUndefined();
  expect((await stored.update({ n: 'z' })).data).toMatchObject({ n: 'z' });
});
