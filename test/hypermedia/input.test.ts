import { type Application, type ClientFields, InputError, type NewClient, type Query } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, labelDocument, linksTo, listDocument } from '../support/documents.js';
import { newClient } from '../support/people.js';
import { empty, json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

async function problems(call: (care: Application) => unknown): Promise<unknown> {
  const care = await platform.connect();
  const failure: unknown = await (async () => call(care))().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(InputError);
  expect(platform.seen).toHaveLength(0);
  expect(String(failure)).not.toContain('Secret');
  return (failure as InputError).problems;
}

/** Input as a program without types gives it. */
const untyped = <Input>(fields: unknown) => fields as Input;

describe('an input', () => {
  test('leaves out `undefined` and sends `null`', async () => {
    const care = await platform.connect();
    platform.on('PATCH', '/aux/client/id/EHR-1', empty(204));
    await care.updateClient({ id: 'EHR-1' }, { infix: null, bsn: undefined, phone_number: '1' });
    expect(platform.seen[0]?.body).toBe('{"infix":null,"phone_number":"1"}');
  });

  test('names the kind of a client to create', async () => {
    const care = await platform.connect();
    platform.on('POST', '/c', json(clientDocument('1'), 201));
    await care.createClient(newClient);
    expect(JSON.parse(platform.seen[0]?.body ?? '')).toEqual({
      '@type': 'https://care.example/ns/client',
      ...newClient,
    });
    expect(platform.seen[0]?.headers.get('content-type')).toBe('application/json');
  });

  test('takes what a later release knows as `extra`', async () => {
    const care = await platform.connect();
    platform.on('POST', '/c', json(clientDocument('1'), 201));
    await care.createClient(newClient, { extra: { body: { shoe_size: 41 }, query: { dry: true } } });
    expect(JSON.parse(platform.seen[0]?.body ?? '')).toMatchObject({ shoe_size: 41, first_name: newClient.first_name });
    expect(platform.seen[0]?.url.search).toBe('?dry=true');
  });
});

describe('before anything is sent, it is refused with the field’s name', () => {
  test.each<[string, unknown, unknown]>([
    ['a misspelt one', { frist_name: 'Secret' }, [{ name: 'frist_name' }]],
    ['`active`, which has commands of its own', { active: true }, [{ name: 'active' }]],
    ['a number for a text', { first_name: 41 }, [{ name: 'first_name' }]],
    ['`null` for a required one', { last_name: null }, [{ name: 'last_name' }]],
    ['an unknown choice', { gender: 'Secret' }, [{ name: 'gender' }]],
    ['an address with uppercase characters', { email: 'Secret@example.org' }, [{ name: 'email' }]],
    ['no address', { email: 'secret' }, [{ name: 'email' }]],
    ['a day that there is not', { date_of_birth: '2023-02-29' }, [{ name: 'date_of_birth' }]],
    ['a `Date` for a day', { date_of_birth: new Date(0) }, [{ name: 'date_of_birth' }]],
    ['a list with something else in it', { labels: ['a', 1] }, [{ name: 'labels.1' }]],
    [
      'a file reference for a file',
      { picture: { '@type': 'link', url: 'x', size: 1, content_type: 'y' } },
      ['@type', 'data', 'url', 'size', 'content_type'].map((name) => ({ name: `picture.${name}` })),
    ],
    ['an attribute called `__proto__`', JSON.parse('{"__proto__":{"first_name":"Secret"}}'), [{ name: '__proto__' }]],
    ['nothing', undefined, [{ name: '(whole)' }]],
    ['a list', [], [{ name: '(whole)' }]],
    ['several', { last_name: 1, x: 2 }, [{ name: 'last_name' }, { name: 'x' }]],
  ])('%s', async (_, fields, expected) => {
    const found = await problems((care) => care.updateClient({ id: 'EHR-1' }, untyped<ClientFields>(fields)));
    expect(found).toMatchObject(expected as object);
  });

  test('a required one that is missing', async () => {
    const found = await problems((care) => care.createClient(untyped<NewClient>({ first_name: 'Noor' })));
    expect(found).toMatchObject(['last_name', 'email', 'gender', 'active'].map((name) => ({ name })));
  });

  test.each([
    ['an invalid `Date`', new Date(Number.NaN)],
    ['a text for a `Date`', '2024-07-01T10:00:00'],
    ['a year of five digits', new Date('+010000-01-01T00:00:00Z')],
    ['nothing', undefined],
  ])('%s', async (_, since) => {
    const found = await problems((care) => care.changes({ type: 'tasks', since: since as Date }).toArray());
    expect(found).toMatchObject([{ name: 'since' }]);
  });

  test.each([
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['a timeout without end', { timeout: Number.POSITIVE_INFINITY }, 'timeout'],
    ['a timeout that is no number', { timeout: Number.NaN }, 'timeout'],
    ['an `extra.body` that is no object', { extra: { body: [] as unknown as Record<string, unknown> } }, 'extra.body'],
    ['a body for a GET', { extra: { body: { a: 1 } } }, 'extra.body'],
  ])('%s', async (_, options, name) => {
    expect(await problems((care) => care.client({ id: 'EHR-1' }, options))).toMatchObject([{ name }]);
  });

  test('a method that the platform does not have', async () => {
    const request = untyped<{ url: string }>({ method: 'PUT', url: '/c' });
    expect(await problems((care) => care.request(request))).toMatchObject([{ name: 'method' }]);
  });
});

describe('a reference to a user', () => {
  test.each([
    ['both URL and id', { url: 'x', id: 'y' }],
    ['neither', {}],
    ['another attribute', { id: 'y', name: 'Secret' }],
  ])('is refused with %s', async (_, professional) => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ relations: '/c/1/relations' }) })));
    const client = await care.client({ url: `${baseUrl}/c/1` });
    const relation = { professional, predicate: 'attends' } as unknown as Parameters<typeof client.addRelation>[0];
    await expect(client.addRelation(relation)).rejects.toBeInstanceOf(InputError);
    expect(platform.seen).toHaveLength(1);
  });
});

test('a query parameter with several values is sent once for each, with its blanks', async () => {
  const care = await platform.connect();
  platform.on('GET', '/catalogue/items', json(listDocument([], { total: 0 })));
  await care.catalogue({ limit: 5, contentTypes: ['diary', 'template rom planning'] }).toArray();
  await care.catalogue({ limit: 5 }).toArray();
  expect(platform.seen[0]?.url.searchParams.getAll('content_types')).toEqual(['diary', 'template rom planning']);
  expect(platform.seen[1]?.url.search).toBe('?start=0&limit=5');
  expect(() => care.catalogue({ limit: 5, contentTypes: [] })).toThrow(InputError);
});

test('a value that a query cannot hold is left out or refused, and its name is not sent', async () => {
  const care = await platform.connect();
  platform.on('GET', '/x', json({}));
  const query = untyped<Query>({ none: undefined, nothing: null, some: ['a', undefined, null, 'b'], empty: [] });
  await care.request({ url: 'x?nothing=1&empty=1', query });
  expect(platform.seen.map(({ url }) => url.search)).toEqual(['?nothing=1&some=a&some=b']);
  for (const value of [new Date(0), {}, [new Date(0)]]) {
    const call = care.request({ url: 'x', query: untyped<Query>({ since: value }) });
    await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'since' }] });
  }
  expect(platform.seen).toHaveLength(1);
});

describe('a date in a body that no schema knows', () => {
  const at = new Date('2024-07-01T10:00:00.999Z');

  test('is sent as the platform writes dates, however deep it is', async () => {
    const care = await platform.connect();
    platform.on('POST', '/x', empty());
    platform.on('PATCH', '/aux/client/id/EHR-1', empty());
    await care.request({ method: 'POST', url: 'x', body: { at, among: [{ at }] } });
    await care.updateClient({ id: 'EHR-1' }, {}, { extra: { body: { at } } });
    const text = '2024-07-01T10:00:00';
    expect(platform.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { at: text, among: [{ at: text }] },
      { at: text },
    ]);
  });

  test('that is invalid is refused: as JSON it would be `null`, which resets', async () => {
    const care = await platform.connect();
    const call = care.request({ method: 'POST', url: 'x', body: { at: new Date(Number.NaN) } });
    await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'at' }] });
    expect(platform.seen).toHaveLength(0);
  });

  test('is refused by its path if it is another value that JSON cannot hold', async () => {
    const care = await platform.connect();
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const within = expect.stringMatching(/^itself(\.itself)*$/);
    for (const [body, name] of [[{ itself: 1n }, 'itself'] as const, [circle, within] as const]) {
      const call = care.request({ method: 'POST', url: 'x', body });
      await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
    }
    expect(platform.seen).toHaveLength(0);
  });
});

test('a label’s text is checked as well', async () => {
  platform.on('POST', '/configuration/labels', json(labelDocument('1'), 201));
  expect(await problems((care) => care.createLabel(untyped<string>(null)))).toMatchObject([{ name: 'label' }]);
});
