import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { endless, exported, rowsOf } from '../support/export-rows.js';
import { sendParts, until } from '../support/raw-server.js';

describe('rows of csv', () => {
  const text = '\uFEFFname,"note, long"\r\n"Zoë ""Z"" €","two\r\nlines"\r\n\r\n,😀\r\n';
  const rows = [
    { name: 'Zoë "Z" €', 'note, long': 'two\r\nlines' },
    { name: '', 'note, long': '😀' },
  ];

  test.each([false, true])('are split at commas, quotes and line ends, also byte by byte: %s', async (slowly) => {
    expect(await rowsOf(text, { slowly })).toEqual(rows);
  });

  test.each<[string, string, unknown[]]>([
    [
      'lines that end with \\n only',
      'a,b\n1,2\n3,4\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['a line end within the quotes of a name', '"a\nb",c\r\n1,2\r\n', [{ 'a\nb': '1', c: '2' }]],
    ['an empty value in the only column', 'a\r\n\r\n1\r\n', [{ a: '' }, { a: '1' }]],
    ['names and no rows', 'a,b\r\n', []],
    [
      'lines that end with \\r only',
      'a,"b\rc"\r1,2\r3,""\r',
      [
        { a: '1', 'b\rc': '2' },
        { a: '3', 'b\rc': '' },
      ],
    ],
    ['one line that ends with \\r', 'a,b\r', []],
    ['a quote within a name', 'Waist 5",b\r\n1,2\r\n', [{ 'Waist 5"': '1', b: '2' }]],
    ['a name in quotes that has quotes', '"Waist ""5"" \n",b\r\n1,2\r\n', [{ 'Waist "5" \n': '1', b: '2' }]],
    [
      'a heading that ends with \\n above rows with \\r\\n',
      'a,b\n1,2\r\n3,4\r\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    [
      'quoted values that end with \\r, in lines of either end',
      'a,"b\r"\n1,"x\r"\n2,"\r"\r\n3,"""\r"\r\n4,y\r\n5,\r\n\r\n6,"z"\r\n7,"\n\r" \r\n',
      ['x\r', '\r', '"\r', 'y', '', 'z', '\n\r'].map((value, index) => ({ a: String(index + 1), 'b\r': value })),
    ],
    ['quoted values that end with \\r in lines with \\r\\n', 'a,b\r\n1,"x\r"\r\n', [{ a: '1', b: 'x\r' }]],
    ['empty lines of \\r\\n below such a heading', 'a,b\n\r\n1,2\r\n', [{ a: '1', b: '2' }]],
    ['nothing at all', '', []],
    ['two columns of one name', 'a,a,a\r\n1,2,3\r\n', [{ a: '1', 'a (2)': '2', 'a (3)': '3' }]],
    ['a column of a name that a double would get', 'a,a,a (2)\r\n1,2,3\r\n', [{ a: '1', 'a (3)': '2', 'a (2)': '3' }]],
    [
      'doubles of such a column',
      'a (2),a,a,a (2),a (2) (2)\r\n1,2,3,4,5\r\n',
      [{ 'a (2)': '1', a: '2', 'a (3)': '3', 'a (2) (3)': '4', 'a (2) (2)': '5' }],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await rowsOf(content)).toEqual(expected);
    expect(await rowsOf(content, { slowly: true })).toEqual(expected);
  });

  test('are the same wherever the chunks are cut', async () => {
    const bytes = Buffer.from(text);
    for (let cut = 1; cut < bytes.length; cut++) {
      const send = (response: ServerResponse) => sendParts(response, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(await rowsOf('', { send }), `cut at ${cut}`).toEqual(rows);
    }
  });

  test('cannot reach beyond their own object', async () => {
    const [row] = await rowsOf('__proto__,b\r\nx,2\r\n');
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.entries(row ?? {})).toEqual([
      ['__proto__', 'x'],
      ['b', '2'],
    ]);
  });

  test('are read in the charset that the platform names', async () => {
    const latin = Buffer.from('naam\r\nZoë\r\n', 'latin1');
    expect(await rowsOf(latin, { type: 'text/csv;charset=ISO-8859-1' })).toEqual([{ naam: 'Zoë' }]);
    await expect(rowsOf(latin, { type: 'text/csv' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      problems: [{ name: 'content' }],
    });
  });

  test.each<[string, string, string]>([
    ['a row with too many fields', 'a,b\r\n1,2\r\nJansen,4,5\r\n', 'row 2'],
    ['a row with too few', 'a,b\r\nJansen\r\n', 'row 1'],
    ['a quote that is not closed', 'a,b\r\n1,2\r\n"Jansen,2\r\n', 'row 2'],
    ['a row with too many fields below empty lines', 'a,b\r\n1,2\r\n\r\n\r\nJansen,4,5\r\n', 'row 2'],
    ['a quote in the wrong place below empty lines', 'a,b\r\n\r\n1,2\r\n\r\n"Jan"sen,2\r\n3,4\r\n', 'row 2'],
    ['a quote in the wrong place', 'a,b\r\n"Jan"sen,2\r\n3,4\r\n', 'row 1'],
  ])('%s is an error that names the row, after those before it, and shows nothing of it', async (_, content, name) => {
    const { job, care } = await exported(content);
    const before: unknown[] = [];
    const failure = await (async () => {
      for await (const row of job.rows()) before.push(row);
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name }] });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('Jan');
    expect(before).toHaveLength(Number(name.slice(4)) - 1);
    await until(() => care.throttle.stats().running === 0);
  });
});

describe('a last line without its end', () => {
  const text = 'a,b\r\n1,2\r\n3,4';

  test.each([false, true])('is an error after the rows before it; byte by byte: %s', async (slowly) => {
    const { job, care } = await exported(text, { slowly });
    const rows = job.rows();
    expect((await rows.next()).value).toEqual({ a: '1', b: '2' });
    await expect(rows.next()).rejects.toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'row 2' }] });
    await until(() => care.throttle.stats().running === 0);
  });

  test('is a row if a file that is cut off would show itself', async () => {
    const fields = { content_length: text.length };
    expect(await rowsOf(text, { fields })).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(await rowsOf('a,b', { fields: { content_length: 3 } })).toEqual([]);
    expect(await rowsOf(gzipSync('a,b\r\n1,2'), { type: 'text/csv' })).toEqual([{ a: '1', b: '2' }]);
  });

  test('is an error too if it is the first one', async () => {
    await expect(rowsOf('a,b')).rejects.toMatchObject({ problems: [{ name: 'content' }] });
  });
});

test('a quote that is not closed does not fill the memory', async () => {
  const { send, written } = endless('a,b\r\n"', 'x'.repeat(2 ** 20));
  const { job } = await exported('', { send });
  await expect(job.rows().next()).rejects.toMatchObject({
    name: 'ResponseValidationError',
    problems: [{ name: 'row 1' }],
  });
  expect(written.pieces).toBeLessThan(200);
});
