import { type Application, type Client, connect, type DiaryEntry, inlineFile, isCareError } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let sandbox: Sandbox;
let care: Application;
let client: Client;
let entry: DiaryEntry;

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
  entry = (await client.diaryEntries().first()) as DiaryEntry;
});
afterAll(() => care.close());

/** As a program in JavaScript gives it; what is refused, and how many requests were sent. */
async function refused(call: (value: never) => unknown, value: unknown) {
  const before = sandbox.journal.length;
  const failure: unknown = await (async () => call(value as never))().then(
    () => 'done',
    (thrown: unknown) => thrown,
  );
  const names = isCareError(failure, 'InputError') ? failure.problems.map(({ name }) => name) : failure;
  return { names, requests: sandbox.journal.length - before };
}

const holders = { form: new FormData(), map: new Map([['infix', 'x']]), query: new URLSearchParams('infix=x') };
const signal = new AbortController().signal;

describe('an object that keeps its values in another way, such as a Map, is refused and does not count as empty:', () => {
  test.each<[string, (value: never) => unknown, string]>([
    ['fields of a client', (fields) => client.update(fields), '(whole)'],
    ['fields of an account', (fields) => care.updateClient({ id: 'EHR-1042' }, fields), '(whole)'],
    ['values of a diary entry', (values) => entry.update(values), '(whole)'],
    ['options', (options) => client.refresh(options), '(whole)'],
    ['options of a list', (options) => care.clients(options), '(whole)'],
    ['options of a feed', (options) => care.watchChanges(options).next(), 'options'],
    ['a query', (query) => care.request({ url: 'c/items', query }), 'query'],
    ['a query of a link', (query) => client.follow('tasks.items', { query }), 'query'],
    ['a body', (body) => care.request({ method: 'POST', url: 'c/items', body }), 'body'],
    ['an extra query', (query) => client.refresh({ extra: { query } }), 'extra.query'],
    ['an extra body', (body) => client.update({}, { extra: { body } }), 'extra.body'],
    ['extra', (extra) => client.update({}, { extra }), 'extra'],
  ])('%s', async (_, call, name) => {
    for (const value of [...Object.values(holders), signal, new Set(['x']), new Date()]) {
      expect(await refused(call, value)).toEqual({ names: [name], requests: 0 });
    }
  });

  test('lists of roles', async () => {
    const professional = await care.professional({ id: 'PRO-3' });
    expect(await refused((roles) => professional.setRoles(roles), holders.map)).toEqual({
      names: ['(whole)'],
      requests: 0,
    });
  });
});

describe('a value that cannot be sent is refused by name before anything is read or sent:', () => {
  const cycle: Record<string, unknown> = {};
  cycle.itself = cycle;
  const person = { first_name: 'A', last_name: 'B', active: false, email: 'a@b.example', gender: 'f' } as const;
  test.each<[string, unknown, string]>([
    ['a bigint', 1n, 'later'],
    ['a cycle', cycle, `later${'.itself'.repeat(9)}`],
    ['no number', Number.NaN, 'later'],
    ['no number, boxed,', Object(Number.NaN), 'later'],
    ['no number by `toJSON`', { toJSON: () => Number.NaN }, 'later'],
    ['no number within', { a: [{ b: 1 }, { b: Number.NaN }] }, 'later.a.1.b'],
    ['nothing within a list', ['a', undefined], 'later.1'],
    ['an iterator', new Map([[1, 2]]).keys(), 'later'],
    ['a generator', (function* () {})(), 'later'],
    ['a signal', signal, 'later'],
  ])('%s', async (_, later, name) => {
    const extra = { body: { later } };
    expect(await refused((o) => care.upsertClient('EHR-1042', person, o), { extra })).toEqual({
      names: [name],
      requests: 0,
    });
    expect(await refused((o) => client.update({}, o), { extra })).toEqual({ names: [name], requests: 0 });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d in a query', async (number) => {
    const query = { a: ['b', number] };
    expect(await refused((o) => client.refresh(o), { extra: { query } })).toEqual({ names: ['a'], requests: 0 });
    expect(await refused((o) => care.request(o), { url: 'c/items', query: { a: number } })).toEqual({
      names: ['a'],
      requests: 0,
    });
  });

  test('the name of a link that is no text', async () => {
    for (const name of [5, undefined, null, {}, Symbol('x'), ['diary']]) {
      expect(await refused((link) => client.follow(link), name)).toEqual({ names: ['name'], requests: 0 });
      expect(await refused((link) => client.links.get(link), name)).toEqual({ names: ['name'], requests: 0 });
    }
  });

  test('a user that is still a promise', async () => {
    const professional = care.professional({ id: 'PRO-3' });
    await professional;
    const relation = { professional, predicate: 'attends' };
    expect(await refused((added) => client.addRelation(added), relation)).toMatchObject({ requests: 0 });
    expect((await refused((added) => client.addRelation(added), relation)).names).toContain('professional');
    expect(await refused((duplicate) => client.mergeIn(duplicate), professional)).toMatchObject({
      names: ['(whole)'],
      requests: 0,
    });
  });

  test.each<[string, object, string]>([
    ['a size that is a text', { size: '5' }, 'size'],
    ['a size below 0', { size: -1 }, 'size'],
    ['a size that is no number', { size: Number.NaN }, 'size'],
    ['a size that is a bigint', { size: 5n }, 'size'],
    ['a name that is a number', { filename: 5 }, 'filename'],
  ])('%s of a file', async (_, reference, name) => {
    const file = { url: client.url, ...reference };
    expect(await refused((given) => care.file(given), file)).toEqual({ names: [name], requests: 0 });
  });

  test('a name of an inline file that is no text', async () => {
    for (const name of [5, {}, ['a']]) {
      const { names } = await refused((filename) => inlineFile(new Uint8Array(1), filename), name);
      expect(names).toEqual(['filename']);
    }
  });
});
