import { runInNewContext } from 'node:vm';
import { type ExportRow, isCareError, type RowSchema } from 'care-platform';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exported, json } from '../support/export-rows.js';

const person = z.object({ id: z.string(), age: z.coerce.number<string>().int() });

async function read<Row>(content: string, schema: RowSchema<Row>, details = {}) {
  const { job } = await exported(content, details);
  const rows: Row[] = [];
  const failure: unknown = await (async () => {
    for await (const row of job.rows({ schema })) rows.push(row);
  })().catch((error: unknown) => error);
  return { rows, failure };
}

describe('rows with a schema', () => {
  test('have the values that the schema makes of them', async () => {
    const { rows, failure } = await read('id,age,secret\r\nA,41,x\r\nB,7,y\r\n', person);
    expect(failure).toBeUndefined();
    expect(rows).toEqual([
      { id: 'A', age: 41 },
      { id: 'B', age: 7 },
    ]);
  });

  test('end with an error that names the row and its fields, after the rows before it', async () => {
    const { rows, failure } = await read('id,age\r\nA,41\r\nB,Jansen\r\nC,7\r\n', person);
    expect(rows).toEqual([{ id: 'A', age: 41 }]);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'row 2: age' }] });
  });

  test('name each wrong field, also in nested objects, and the row alone if the schema names none', async () => {
    const schema = z
      .object({ name: z.string(), address: z.object({ city: z.string() }), tags: z.array(z.string()) })
      .refine(({ name }) => name !== 'nobody');
    const nested = await read('[{"name":1,"address":{"city":2},"tags":["a",3]}]', schema, json);
    expect(nested.failure).toMatchObject({
      problems: [{ name: 'row 1: name' }, { name: 'row 1: address.city' }, { name: 'row 1: tags.1' }],
    });
    const whole = await read('[{"name":"nobody","address":{"city":""},"tags":[]}]', schema, json);
    expect(whole.failure).toMatchObject({ problems: [{ name: 'row 1' }] });
  });

  test('never show a value, even if the schema puts it in its issues', async () => {
    const chatty: RowSchema<ExportRow> = {
      '~standard': {
        version: 1,
        vendor: 'chatty',
        validate: (value) => ({ issues: [{ message: `Wrong: ${JSON.stringify(value)}`, path: [{ key: 'email' }] }] }),
      },
    };
    const { failure } = await read('email\r\nsecret@mail.example\r\n', chatty);
    if (!isCareError(failure, 'ResponseValidationError')) throw failure;
    expect(failure.problems).toMatchObject([{ name: 'row 1: email' }]);
    expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('secret');
  });

  test('may be checked asynchronously', async () => {
    const schema = z.object({ a: z.string() }).refine(async ({ a }) => a !== '2');
    const { rows, failure } = await read('a\r\n1\r\n2\r\n', schema);
    expect(rows).toEqual([{ a: '1' }]);
    expect(failure).toMatchObject({ problems: [{ name: 'row 2' }] });
  });

  const otherRealm = (validate: string): RowSchema<ExportRow> =>
    runInNewContext(`({ '~standard': { version: 1, vendor: 'other', validate: ${validate} } })`);

  test.each([
    ['a promise of another realm', 'async (value) => value.a === "2" ? { issues: [{}] } : { value }'],
    ['another thenable', '(value) => ({ then: (settle) => settle(value.a === "2" ? { issues: [{}] } : { value }) })'],
    ['an object of another realm', '(value) => value.a === "2" ? { issues: [{}] } : { value }'],
  ])('may be checked by %s', async (_, validate) => {
    const { rows, failure } = await read('a\r\n1\r\n2\r\n', otherRealm(validate));
    expect(rows).toEqual([{ a: '1' }]);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'row 2' }] });
  });

  test.each(['undefined', 'null', 'true', 'async () => null'])(
    'end if the schema makes no result of a row, but %s',
    async (result) => {
      const validate = result.startsWith('async') ? result : `() => ${result}`;
      const { rows, failure } = await read('a\r\n1\r\n', otherRealm(validate));
      expect(rows).toEqual([]);
      expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'schema', code: 'wrong-type' }] });
    },
  );

  test('name the right row in a file of many chunks', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${index},${index === 2500 ? 'x' : '1'}\r\n`);
    const { rows, failure } = await read(`id,age\r\n${lines.join('')}`, person);
    expect(rows).toHaveLength(2500);
    expect(failure).toMatchObject({ problems: [{ name: 'row 2501: age' }] });
  });

  test('refuse what is no schema before anything is sent', async () => {
    const { job, server } = await exported('a\r\n1\r\n');
    const before = server.requests.length;
    const read = () => job.rows({ schema: { parse: () => ({}) } as never });
    const problems = [expect.objectContaining({ name: 'schema' })];
    expect(read).toThrow(expect.objectContaining({ name: 'InputError', problems }));
    expect(server.requests.length).toBe(before);
  });
});
