import type { UnexpectedResponseError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, listDocument } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

test.each([
  ['no body', empty(200), 'was answered 200 without a body, where the platform documents an object.'],
  ['a list', json([]), 'was answered 200 with JSON that is no object, where the platform documents an object.'],
])('an answer with %s in place of a document says so', async (_, answer, said) => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', answer);
  const failure = await care.client({ url: '/api/2/c/1' }).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({
    method: 'GET',
    target: 'client',
    status: 200,
    attempts: 1,
    waited: expect.closeTo(0, -2),
    cutOff: false,
  });
  expect((failure as UnexpectedResponseError).requestUrl()).toBe(`${baseUrl}/c/1`);
  expect((failure as Error).message).toBe(`GET client ${said}`);
});

const created = 'POST configuration/label was answered 201 without a body, where the platform documents an object.';
const done = 'What was asked for has been done (201), so do not send it again';

test.each([
  [undefined, `${created} ${done}.`, undefined],
  ['https://[', `${created} ${done}.`, undefined],
  [
    'labels/9',
    `${created} ${done}; \`resourceUrl()\` tells where its resource is.`,
    `${baseUrl}/configuration/labels/9`,
  ],
])('what was created, but not told, is told as done (Location: %s)', async (location, message, url) => {
  const care = await platform.connect();
  platform.on(
    'POST',
    '/configuration/labels',
    () => new Response(null, { status: 201, ...(location && { headers: { location } }) }),
  );
  const failure = await care.createLabel('Autumn').catch((thrown: unknown) => thrown);
  expect((failure as Error).message).toBe(message);
  expect((failure as UnexpectedResponseError).resourceUrl()).toBe(url);
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
