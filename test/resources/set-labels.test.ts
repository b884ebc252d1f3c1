import type { Client } from 'care-platform';
import { beforeEach, expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { failureOf } from '../support/failure.js';

const it = connectedSandbox();
let client: Client;

beforeEach(async () => {
  client = await it.care.client({ id: 'EHR-1042' });
});

async function methodsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; methods: string[] }> {
  const before = it.sandbox.journal.length;
  const result = await job();
  return { result, methods: it.sandbox.journal.slice(before).map(({ method }) => method) };
}

test('`setLabels` gives a client the labels with these texts, and no others', async () => {
  const [a, b] = [await it.care.createLabel('Waiting list'), await it.care.createLabel('Group B')];
  const { result, methods } = await methodsOf(() => client.setLabels(['Group B', 'Waiting list']));
  expect(methods).toEqual(['GET', 'PATCH']);
  expect(result.data.labels).toEqual([b.data.identifier, a.data.identifier]);
  expect((await client.refresh()).data.labels).toEqual(result.data.labels);
  expect((await client.setLabels(['Group B'])).data.labels).toEqual([b.data.identifier]);
});

test('`setLabels` with no texts removes all labels, and reads no list of labels', async () => {
  await client.setLabels(['Group B']);
  const { result, methods } = await methodsOf(() => client.setLabels([]));
  expect(methods).toEqual(['PATCH']);
  expect(result.data.labels).toBeNull();
  expect((await client.refresh()).data.labels).toBeNull();
});

test('`setLabels` creates missing labels once, also for clients at the same time', async () => {
  const others = await it.care.clients().toArray({ max: 3 });
  await Promise.all(others.map((user) => 'setLabels' in user && user.setLabels(['New', 'New'])));
  await client.setLabels(['New']);
  const texts = (await it.care.labels().toArray()).map(({ data }) => data.label);
  expect(texts.filter((text) => text === 'New')).toHaveLength(1);
});

test('`setLabels` works on a client of a list, and reads it again with `reread`', async () => {
  const listed = await it.care.searchClients({ id: 'EHR-1042' }).first();
  if (listed === undefined || !('setLabels' in listed)) throw new Error('There is no such client.');
  const { result, methods } = await methodsOf(() => listed.setLabels(['New'], { reread: true }));
  expect(methods).toEqual(['GET', 'GET', 'POST', 'GET', 'PATCH', 'GET']);
  expect(result.data.labels).toHaveLength(1);
});

test('`setLabels` takes the texts as they are when it is called', async () => {
  const texts = ['First'];
  const setting = client.setLabels(texts);
  texts[0] = 'Second';
  await setting;
  expect((await it.care.labels().toArray()).map(({ data }) => data.label)).toContain('First');
});

test.each([
  ['a text', 'New'],
  ['a number in the list', [7]],
  ['nothing', undefined],
])('`setLabels` refuses %s before it sends anything', async (_, texts) => {
  const { result, methods } = await methodsOf(() => failureOf(client.setLabels(texts as never)));
  expect(result).toMatchObject({ name: 'InputError', problems: [{ name: expect.stringMatching(/^labels/) }] });
  expect(methods).toEqual([]);
});
