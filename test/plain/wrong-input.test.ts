import { type Client, DiarySchema, isCareError, type Plain } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { connected } from '../support/scripted-fetch.js';
import { offline, opened, throttle } from './readers.js';

let plain: Plain<Client>;
beforeEach(async () => {
  plain = (await opened<Client>(clientDocument())).toPlain();
});

const restore = async (given: unknown) => (await offline()).restore(given as Plain<Client>);
const cyclic: Record<string, unknown> = {};
cyclic.data = cyclic;

/** The fields that are wrong, why, and what makes them so. */
const wrongFields: [string, string, object][] = [
  ['kind', 'required', { kind: undefined }],
  ['type', 'wrong-type', { type: 5 }],
  ['url', 'required', { url: null }],
  ['links', 'wrong-type', { links: undefined }],
  ['links', 'wrong-type', { links: 5 }],
  ['links', 'wrong-type', { links: [] }],
  ['links.diary', 'wrong-type', { links: { diary: 5 } }],
  ['createdAt', 'invalid-format', { createdAt: 'yesterday' }],
  ['modifiedAt', 'required', { modifiedAt: undefined }],
  ['meta', 'unknown-field', { meta: { '@later': 1, later: 1 } }],
  ['meta', 'unknown-field', { url: '', meta: { '@url': `${baseUrl}/c/2` } }],
  ['data', 'wrong-type', { data: [] }],
  ['data', 'unknown-field', { data: { '@url': `${baseUrl}/c/2` } }],
  ['data.last_name', 'undocumented', { data: { last_name: 5 } }],
  ['data.age', 'out-of-range', { data: { age: 2 ** 60 } }],
];

describe('a plain form of a resource', () => {
  test.each(wrongFields)('whose %s is wrong is refused by the name of that field (%s)', async (name, code, change) => {
    const data = { ...plain.data, ...('data' in change && !Array.isArray(change.data) ? (change.data as object) : {}) };
    const given = { ...plain, ...change, ...(!Array.isArray((change as { data?: unknown }).data) && { data }) };
    expect(await failureOf(restore(given))).toMatchObject({ name: 'InputError', problems: [{ name, code }] });
  });

  test.each([undefined, null, 5, 'text', [], {}, new Map(), () => 1, 5n, cyclic])('cannot be %o', async (given) => {
    expect(isCareError(await failureOf(restore(given)), 'InputError')).toBe(true);
  });

  test.each([
    'https://evil.example/c/1',
    'http://care.example/api/2/c/1',
    'data:,x',
    '//evil.example/c/1',
    'https://[',
  ])('is refused if its URL is %s', async (url) => {
    expect(await failureOf(restore({ ...plain, url }))).toMatchObject({ name: 'ForeignLinkError' });
  });

  test('is refused by a connection to another platform', async () => {
    const care = await offline({ baseUrl: 'https://other.example/api/2' });
    expect(await failureOf(care.restore(plain))).toMatchObject({ name: 'ForeignLinkError' });
  });

  test('may be of another origin if `mapLink` moves its URL to the base', async () => {
    const care = await offline({ baseUrl: 'https://other.example/api/2', mapLink: 'base' });
    expect((await care.restore(plain)).url).toBe(plain.url);
  });

  test.each(['https://evil.example/x', 'http://care.example/x', '', 'https://[', '/x/{id}'])(
    'with the link %j sends nothing when it is followed, as one of a response',
    async (url) => {
      const asked: string[] = [];
      const care = await connected((target) => asked.push(target.pathname), { throttle });
      const read = await opened<Client>(clientDocument('1', { '@links': [{ name: 'diary', url }] }));
      const restored = await care.restore(read.toPlain());
      const forged = await care.restore({ ...plain, links: { diary: url } });
      for (const client of [restored, forged] as Client[]) {
        expect(await failureOf(client.diary())).toMatchObject({ name: 'ForeignLinkError' });
      }
      expect(asked).toEqual([]);
    },
  );

  test('of a kind that this release does not know is a plain resource', async () => {
    const restored = await restore({ ...plain, kind: 'later' });
    expect(restored.constructor.name).toBe('Resource');
    expect(restored.data).toEqual((await restore(plain)).data);
  });

  test('may have fields of a later release', async () => {
    expect((await restore({ ...plain, later: 1 })).toPlain()).toEqual(plain);
  });

  test('may hold dates again, as some serialisers make them', async () => {
    const createdAt = new Date(plain.createdAt ?? '');
    expect((await restore({ ...plain, createdAt })).createdAt).toEqual(createdAt);
  });
});

describe('a plain form of a page', () => {
  test.each([
    ['total', { total: 'x', items: [] }, 'total'],
    ['items', { items: 5, total: null }, 'items'],
  ])('whose %s is wrong is refused by the name of that field', async (_, given, name) => {
    expect(await failureOf(restore(given))).toMatchObject({ name: 'InputError', problems: [{ name }] });
  });

  test('with a wrong item is refused by its index', async () => {
    const items = [plain, { ...plain, data: { ...plain.data, age: 'x' } }];
    expect(await failureOf(restore({ items, total: null }))).toMatchObject({
      problems: [{ name: 'items.1.data.age' }],
    });
  });
});

describe('a plain form of a diary schema', () => {
  const schema = { '@id': 'https://care.example/ns/x', '@base': `${baseUrl}/c/1`, title: 'Mood', fields: [] };

  test.each([
    ['@id', { '@id': 5 }],
    ['title', { title: undefined }],
    ['@base', { '@base': 'x' }],
    ['fields', { fields: {} }],
    ['fields.0.title', { fields: [{ name: 'a', type: 'text' }] }],
  ])('whose %s is wrong is refused by the name of that field', async (name, change) => {
    const given = { ...schema, ...change } as typeof schema;
    expect(await failureOf((async () => DiarySchema.restore(given))())).toMatchObject({ problems: [{ name }] });
  });

  test.each([undefined, null, 5, 'text', [], cyclic])('cannot be %o', async (given) => {
    const failure = await failureOf((async () => DiarySchema.restore(given as never))());
    expect(isCareError(failure, 'InputError')).toBe(true);
  });

  test('of another origin is refused by a connection', async () => {
    const given = { ...schema, '@base': 'https://evil.example/' };
    expect(await failureOf((await offline()).restore(given))).toMatchObject({ name: 'ForeignLinkError' });
  });
});
