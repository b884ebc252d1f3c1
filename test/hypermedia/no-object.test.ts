import { UnexpectedResponseError } from 'care-platform';
import { expect, test } from 'vitest';
import { listDocument } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test.each([
  ['no body', empty(200), 'was answered 200 without a body, where the platform documents an object.'],
  ['a list', json([]), 'was answered 200 with JSON that is no object, where the platform documents an object.'],
])('an answer with %s in place of a document says so', async (_, answer, said) => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', answer);
  const failure = await care.client({ url: '/api/2/c/1' }).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect((failure as Error).message.endsWith(said)).toBe(true);
});

test('items without a URL may be nested deeper than the stack', async () => {
  const care = await platform.connect();
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = JSON.stringify(listDocument(['here'])).replace('"here"', `{"inner":${deep}}`);
  platform.on('GET', '/c/items', () => new Response(text, { headers: { 'content-type': 'application/json' } }));
  const [item] = await care
    .clients()
    .toArray({ max: 1 })
    .catch((thrown: unknown) => [thrown]);
  expect(item).not.toBeInstanceOf(RangeError);
});
