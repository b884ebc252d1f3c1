import { createContext, runInContext } from 'node:vm';
import type { Client, NewClient } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, listDocument, relationDocument } from '../support/documents.js';
import { empty, json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const realm = createContext({});
const bodies = () => platform.seen.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body));

async function client(): Promise<Client> {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  const found = await care.client({ url: `${baseUrl}/c/1` });
  platform.forget();
  return found;
}

describe('an input is copied when the call begins', () => {
  class Form {
    infix = 'van';
    labels = ['a'];
  }
  const nulled = Object.assign(Object.create(null), { infix: 'van', labels: ['a'] }) as Form;
  const foreign = runInContext("({ infix: 'van', labels: ['a'] })", realm) as Form;

  test.each([
    ['an instance of a class', new Form()],
    ['an object without a prototype', nulled],
    ['an object of another realm', foreign],
  ])('%s', async (_, fields) => {
    const one = await client();
    platform.on('PATCH', '/c/1', empty());
    const update = one.update(fields);
    fields.infix = 'of another patient';
    fields.labels.push('b');
    await update;
    expect(bodies()).toEqual([{ infix: 'van', labels: ['a'] }]);
  });
});

test('a date of another realm is taken as a date', async () => {
  const care = await platform.connect();
  const since = runInContext("new Date('2026-03-01T10:00:00Z')", realm) as Date;
  platform.on('GET', '/changes', json(listDocument([])));
  platform.on('POST', '/x', empty());
  await care.changes({ type: 'tasks', since }).toArray();
  await care.request({ method: 'POST', url: 'x', body: { since } });
  expect(platform.seen[0]?.url.searchParams.get('since')).toBe('2026-03-01T10:00:00');
  expect(bodies()).toEqual([{ since: '2026-03-01T10:00:00' }]);
});

describe('a value that JSON cannot hold is refused by its path', () => {
  test.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['bytes', new Uint8Array(2)],
    ['a Map of another realm', runInContext('new Map()', realm)],
  ])('%s', async (_, value) => {
    const one = await client();
    const care = await platform.connect();
    const shared = { value: 1 };
    const calls: [string, () => Promise<unknown>][] = [
      ['value', () => one.update({}, { extra: { body: { value } } })],
      ['value', () => care.updateClient({ id: 'EHR-1' }, {}, { extra: { body: { value } } })],
      ['among.1.value', () => care.request({ method: 'POST', url: 'x', body: { among: [1, { value }], shared } })],
      ['b.1.1', () => care.request({ method: 'POST', url: 'x', body: { a: shared, b: [shared, [shared, value]] } })],
    ];
    for (const [name, call] of calls) {
      await expect(call()).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
    }
    await expect(one.update({ infix: value as string })).rejects.toMatchObject({ problems: [{ name: 'infix' }] });
    expect(platform.seen).toEqual([]);
  });
});

describe('upsertClient sends only what differs', () => {
  const { first_name, last_name, active, email, gender } = clientDocument('1') as unknown as NewClient;
  const fields = { first_name, last_name, active, email, gender };

  test.each<[string, unknown, unknown, boolean]>([
    ['lists of objects that differ', [{ name: 'A' }], [{ name: 'B' }], true],
    ['lists of objects that are equal', [{ name: 'A', phones: ['1'] }], [{ phones: ['1'], name: 'A' }], false],
    ['lists of objects in another order', [{ name: 'A' }, { name: 'B' }], [{ name: 'B' }, { name: 'A' }], true],
    ['objects that are equal', { street: 'A', number: 1 }, { number: 1, street: 'A' }, false],
    ['objects that differ in depth', { a: { b: [1] } }, { a: { b: [2] } }, true],
    ['texts in another order', ['a', 'b'], ['b', 'a'], false],
    ['a date and its text', new Date('2026-03-01T10:00:00.500Z'), '2026-03-01T10:00:00', false],
    ['a date and another', new Date('2026-03-01T10:00:01Z'), '2026-03-01T10:00:00', true],
    ['an empty list and none', [], null, false],
    ['a number and its text', 1, '1', true],
  ])('%s', async (_, wanted, stored, differs) => {
    const care = await platform.connect();
    platform.on('GET', '/aux/client/id/EHR-1', json(clientDocument('1', { later: stored })));
    platform.on('PATCH', '/c/1', empty());
    const { outcome } = await care.upsertClient('EHR-1', fields, { extra: { body: { later: wanted } } });
    expect([outcome, bodies().length]).toEqual(differs ? ['updated', 1] : ['unchanged', 0]);
  });
});

test('a user of another copy of the package is taken as one of this copy', async () => {
  const one = await client();
  class User {
    readonly data = { id: '7' };
    readonly url: string;
    readonly type: string;
    readonly links = { has: () => true };
    readonly attribute = () => undefined;

    constructor(path: string, type: string) {
      this.url = baseUrl + path;
      this.type = `https://care.example/ns/${type}`;
    }
  }
  const professional = new User('/p/7', 'professional') as never;
  platform.on('POST', '/c/1/relations', json(relationDocument('r'), 201));
  platform.on('POST', '/c/1/tools', json({ '@url': `${baseUrl}/c/1/tools/1` }, 201));
  platform.on('POST', '/c/1/merge', empty());
  platform.on('GET', '/c/1/relations/items', json(listDocument([relationDocument('r')])));
  platform.on('GET', '/p/7', refusal(404));
  await one.addRelation({ professional, predicate: 'attends' });
  await one.addTool({ id: '1', therapist: professional });
  await one.mergeIn(new User('/c/7', 'client') as never);
  const synced = await one.syncRelations([{ professional, predicate: 'attends' }]);
  expect(synced.kept).toHaveLength(1);
  const reference = { url: `${baseUrl}/p/7` };
  expect(bodies()).toMatchObject([{ professional: reference }, { therapist: reference }, { url: `${baseUrl}/c/7` }]);
});
