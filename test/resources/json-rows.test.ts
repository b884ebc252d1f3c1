import { describe, expect, test } from 'vitest';
import { endless, exported, json, rowsOf } from '../support/export-rows.js';

test.each([
  ['a text', '[{"a":1},{"a":"', 'x'.repeat(2 ** 20)],
  ['a list', '[{"a":1},{"a":[', '"x",'.repeat(2 ** 18)],
  ['nothing but blanks', '[{"a":1},', ' '.repeat(2 ** 20)],
  ['lists in lists', '[{"a":1},{"a":', '['.repeat(2 ** 16)],
])('a row of json that never ends does not fill the memory: %s', async (_, begin, piece) => {
  const { send, written } = endless(begin, piece);
  const { job } = await exported('', { ...json, send });
  const rows = job.rows();
  expect((await rows.next()).value).toEqual({ a: 1 });
  await expect(rows.next()).rejects.toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'row 2' }] });
  expect(written.pieces).toBeLessThan(200);
});

describe('numbers of json', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992',
    '123456789012345678901234567890',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1234567890123456789',
    '9007199254740993.0',
  ])('that a number of JavaScript would change come as they are written: %s', async (number) => {
    const content = `[{"id":${number},"list":[${number}],"text":"${number}"}]`;
    for (const slowly of [false, true]) {
      expect(await rowsOf(content, { ...json, slowly })).toEqual([{ id: number, list: [number], text: number }]);
    }
  });

  test.each([
    '0',
    '-1',
    '1.50',
    '0.1',
    '1e3',
    '1.5E-7',
    '9007199254740991',
    '-9007199254740991',
    '1e21',
    '0e5',
    '5e-324',
  ])('that JavaScript has exactly are numbers: %s', async (number) => {
    expect(await rowsOf(`[{"id":${number}}]`, json)).toEqual([{ id: Number(number) }]);
  });
});

describe('rows of json', () => {
  const rows = [{ name: 'Zoë €', list: [1, { a: null }], '': true }, {}, { name: '😀"\\' }];

  test.each([false, true])('are the entries of the list; byte by byte: %s', async (slowly) => {
    const content = `\uFEFF \n${JSON.stringify(rows, null, 2)}\n `;
    expect(await rowsOf(content, { ...json, slowly })).toEqual(rows);
    expect(await rowsOf('[]', { ...json, slowly })).toEqual([]);
  });

  test('cannot reach beyond their own object', async () => {
    const [row] = await rowsOf('[{"__proto__":{"admin":true}}]', json);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.hasOwn(row ?? {}, '__proto__')).toBe(true);
  });

  test.each<[string, string, string]>([
    ['an object', '{"items":[{"name":"Jansen"}]}', 'content'],
    ['a list of texts', '[{"a":1},"Jansen"]', 'row 2'],
    ['a list that ends too early', '[{"a":1},{"name":"Jan', 'row 2'],
    ['a broken list', '[{"a":1},{"name":Jansen}]', 'row 2'],
    ['a list and more', '[{"a":1}] Jansen', 'row 2'],
    ['nothing at all', '', 'row 1'],
  ])('%s is an error that shows nothing of it', async (_, content, name) => {
    for (const slowly of [false, true]) {
      const failure = await rowsOf(content, { ...json, slowly }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name }] });
      expect(JSON.stringify(failure) + String(failure)).not.toContain('Jan');
    }
  });
});
