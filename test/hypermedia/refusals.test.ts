import { type Application, InputError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo } from '../support/documents.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

/** As a program without types gives it. */
const untyped = <Value>(value: unknown) => value as Value;

test.each<[string, string, (care: Application) => unknown]>([
  [
    'a signal that is none',
    'options: signal: Must be an AbortSignal.',
    (care) => care.open('c/1', { signal: untyped({ aborted: false }) }),
  ],
  [
    'an `extra` that is no object',
    'options: extra: Must be an object.',
    (care) => care.open('c/1', { extra: untyped('a=1') }),
  ],
  [
    'a body in `extra` that is no object',
    'options: extra.body: Must be an object.',
    (care) => care.request({ method: 'POST', url: 'x' }, { extra: { body: untyped([1]) } }),
  ],
  [
    'a query in `extra` that is no object',
    'options: extra.query: Must be an object.',
    (care) => care.open('c/1', { extra: { query: untyped(['a']) } }),
  ],
  [
    'a body in `extra` for a GET',
    'options: extra.body: A GET has no body; use `extra.query`.',
    (care) => care.open('c/1', { extra: { body: { a: 1 } } }),
  ],
  [
    'a timeout that no timer has',
    'options: timeout: Must be milliseconds from 1 to 2147483647, but is 0.',
    (care) => care.open('c/1', { timeout: 0 }),
  ],
  [
    'a deadline that no timer has',
    'options: deadline: Must be milliseconds from 1 to 2147483647, but is Infinity.',
    (care) => care.open('c/1', { deadline: Number.POSITIVE_INFINITY }),
  ],
  ['a URL that is no text', 'stored URL: url: Must be transferred as string.', (care) => care.open(untyped(5))],
  [
    'a query that has no form',
    'query: a: Must be text, a number, true or false, or a list.',
    (care) => care.request({ url: 'x', query: { a: untyped(() => 1) } }),
  ],
  [
    'a misspelt option of a list',
    'list options: limt: Unknown; `extra.query` adds what is new.',
    (care) => care.clients(untyped({ limt: 5 })).first(),
  ],
  [
    'a start that no list has',
    'list options: start: Must be a whole number from 0, but is -1.',
    (care) => care.clients({ start: -1 }).first(),
  ],
  [
    'a limit that no list has',
    'list options: limit: Must be a whole number from 1, but is 0.',
    (care) => care.clients({ limit: 0 }).first(),
  ],
  [
    'more pages ahead than there may be',
    'list options: prefetch: Must be a whole number from 0 to 10, but is 11.',
    (care) => care.clients({ prefetch: 11 }).first(),
  ],
])('%s is refused in words, before anything is sent: %s', async (_, message, call) => {
  const care = await platform.connect();
  const failure = await (async () => call(care))().catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: 'InputError', message });
  expect(platform.seen).toEqual([]);
});

test('as many pages ahead as there may be are refused by nobody', async () => {
  const care = await platform.connect();
  expect(() => care.clients({ prefetch: 10 })).not.toThrow();
});

test('a link that is a template is refused in words: the platform documents none', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json({ ...clientDocument('1'), '@links': linksTo({ notes: '/c/1/notes{?start}' }) }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  await expect(client.follow('notes')).rejects.toMatchObject({
    name: 'ForeignLinkError',
    message: "The link 'notes' is a template, and the platform documents none: nothing was sent.",
  });
  expect(platform.seen).toHaveLength(1);
});

test('a body that is all in `extra` is sent', async () => {
  const care = await platform.connect();
  platform.on('POST', '/x', empty());
  await care.request({ method: 'POST', url: 'x' }, { extra: { body: { a: 1 } } });
  expect(platform.seen.map(({ body }) => body)).toEqual(['{"a":1}']);
});

test.each([{ start: -1 }, { start: 1.5 }, { limit: 0 }, { limit: Number.NaN }, { limit: '10' as unknown as number }])(
  'a batch that cannot be (%o) is refused before anything is sent',
  async (batch) => {
    const care = await platform.connect();
    expect(() => care.clients(batch)).toThrow(InputError);
    expect(platform.seen).toHaveLength(0);
  },
);
