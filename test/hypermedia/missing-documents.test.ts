import type { UnexpectedResponseError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, listDocument } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test.each([
  ['no body', empty(200)],
  ['a list', json([])],
])('a response with %s instead of a document is an error that says which request it was', async (_, respond) => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', respond);
  const failure = await care.client({ url: '/api/2/c/1' }).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({
    method: 'GET',
    target: 'client',
    status: 200,
    attempts: 1,
    waited: expect.any(Number),
    cutOff: false,
  });
  expect((failure as UnexpectedResponseError).requestUrl()).toBe(`${baseUrl}/c/1`);
});

test.each([
  [undefined, undefined],
  ['https://[', undefined],
  ['labels/9', `${baseUrl}/configuration/labels/9`],
])('the error about a created resource without a document knows its URL (Location: %s)', async (location, url) => {
  const care = await platform.connect();
  platform.on(
    'POST',
    '/configuration/labels',
    () => new Response(null, { status: 201, ...(location && { headers: { location } }) }),
  );
  const failure = await care.createLabel('Autumn').catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: 'UnexpectedResponseError', method: 'POST', status: 201 });
  expect((failure as UnexpectedResponseError).resourceUrl()).toBe(url);
});

test('items without a URL may be nested deeper than the stack', async () => {
  const care = await platform.connect();
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = JSON.stringify(listDocument(['here'])).replace('"here"', `{"inner":${deep}}`);
  platform.on('GET', '/c/items', () => new Response(text, { headers: { 'content-type': 'application/json' } }));
  const items = await care.clients().toArray({ max: 1 });
  expect(items.map(({ url }) => url)).toEqual(['']);
});
