import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { isCareError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { rawServer, sendJson, sendParts, singly, until } from '../support/raw-server.js';

type Bytes = Uint8Array | string;

interface Exported {
  readonly fields?: Record<string, unknown>;
  readonly options?: Record<string, unknown>;
  readonly type?: string;
  /** One byte in each chunk. */
  readonly slowly?: boolean;
  readonly send?: (response: ServerResponse) => unknown;
}

/** A finished export over real HTTP, whose file has these bytes. */
async function exported(content: Bytes, { fields, options, type, slowly, send }: Exported = {}) {
  const server = await rawServer((request, response) => {
    if (request.url === '/api/2/export/j1') {
      const document = exportJobDocument(
        { state: 'completed', options: { name: 'client', output_format: 'csv', ...options }, ...fields },
        { download: '/export/j1/download' },
        server.baseUrl,
      );
      sendJson(response, document);
      return;
    }
    response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    if (send !== undefined) void send(response);
    else if (slowly) void sendParts(response, singly(content));
    else response.end(content);
  });
  const care = await server.connect();
  const job = await care.exportJob(`${server.baseUrl}/export/j1`);
  return { job, care, server };
}

async function rowsOf(content: Bytes, details: Exported = {}): Promise<unknown[]> {
  const { job } = await exported(content, details);
  const rows: unknown[] = [];
  for await (const row of job.rows()) rows.push(row);
  return rows;
}

const json = { options: { output_format: 'json' } };

describe('rows of csv', () => {
  const text = '\uFEFFname,"note, long"\r\n"Zoë ""Z"" €","two\r\nlines"\r\n\r\n,😀\r\n';
  const rows = [
    { name: 'Zoë "Z" €', 'note, long': 'two\r\nlines' },
    { name: '', 'note, long': '😀' },
  ];

  test.each([false, true])('are what is between commas, quotes and line ends; byte by byte: %s', async (slowly) => {
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
  const piece = 'x'.repeat(2 ** 20);
  let sent = 0;
  const send = (response: ServerResponse) => {
    const more = () => {
      while (sent++ < 400) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    response.write('a,b\r\n"');
    more();
  };
  const { job } = await exported('', { send });
  await expect(job.rows().next()).rejects.toMatchObject({
    name: 'ResponseValidationError',
    problems: [{ name: 'row 1' }],
  });
  expect(sent).toBeLessThan(200);
});

test.each([
  ['a text', '[{"a":1},{"a":"', 'x'.repeat(2 ** 20)],
  ['a list', '[{"a":1},{"a":[', '"x",'.repeat(2 ** 18)],
  ['nothing but blanks', '[{"a":1},', ' '.repeat(2 ** 20)],
  ['lists in lists', '[{"a":1},{"a":', '['.repeat(2 ** 16)],
])('a row of json that never ends does not fill the memory: %s', async (_, begin, piece) => {
  let sent = 0;
  const send = (response: ServerResponse) => {
    const more = () => {
      while (sent++ < 400) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    response.write(begin);
    more();
  };
  const { job } = await exported('', { ...json, send });
  const rows = job.rows();
  expect((await rows.next()).value).toEqual({ a: 1 });
  await expect(rows.next()).rejects.toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'row 2' }] });
  expect(sent).toBeLessThan(200);
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

test.each<[string, Record<string, unknown>]>([
  ['output_format', { output_format: 'xlsx' }],
  ['output_format', { output_format: 'parquet' }],
  ['allow_files', { output_format: 'json', allow_files: true }],
])('%s is refused before anything is sent: %o', async (name, options) => {
  const { job, server } = await exported('', { options });
  const before = server.requests.length;
  await expect(job.rows().next()).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
  expect(server.requests.length).toBe(before);
});

test('what comes counts, not what was asked for', async () => {
  expect(await rowsOf('[{"a":1}]', { type: 'application/json;charset=UTF-8' })).toEqual([{ a: 1 }]);
  expect(await rowsOf('a\r\n1\r\n', { ...json, type: 'text/csv' })).toEqual([{ a: '1' }]);
  const zip = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x80, 0xff);
  await expect(rowsOf(zip, { ...json, slowly: true })).rejects.toMatchObject({ name: 'ResponseValidationError' });
});

test('a file that comes as gzip, though no header says so, is unpacked', async () => {
  const fields = { content_encoding: 'gzip' };
  expect(await rowsOf(gzipSync('a\r\n1\r\n'), { fields, type: 'text/csv' })).toEqual([{ a: '1' }]);
});

describe('a file that comes as gzip', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index},${Math.sin(index)}\r\n`);
  const packed = gzipSync(`a,b\r\n${lines.join('')}`);
  const damaged = Buffer.from(packed);
  damaged.fill(0, 100_000, 100_100);
  const wrongSum = Buffer.from(packed);
  wrongSum[packed.length - 6] = (wrongSum[packed.length - 6] ?? 0) ^ 1;

  test.each<[string, Uint8Array]>([
    ['cut', packed.subarray(0, 100_000)],
    ['cut in its last bytes', packed.subarray(0, packed.length - 4)],
    ['cut after its first bytes', packed.subarray(0, 5)],
    ['damaged', damaged],
    ['with a wrong sum', wrongSum],
    ['in two parts', Buffer.concat([packed, gzipSync('1,2\r\n')])],
    ['followed by others', Buffer.concat([packed, Buffer.from('others')])],
  ])('and is %s is an error that says at which row', async (_, bytes) => {
    const { job, care } = await exported(bytes, { type: 'text/csv' });
    let rows = 0;
    const failure = await (async () => {
      for await (const row of job.rows()) expect(row).toHaveProperty('a', String(rows++));
    })().catch((error: unknown) => error);
    expect(isCareError(failure)).toBe(true);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: `row ${rows + 1}` }] });
    await until(() => care.throttle.stats().running === 0);
  });

  test('and is cut off on its way keeps its own error', async () => {
    const fields = { content_length: packed.length };
    await expect(rowsOf(packed.subarray(0, 1000), { fields, type: 'text/csv' })).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      cutOff: true,
    });
  });
});

test('a file that is cut off is an error after its rows', async () => {
  const { job } = await exported('a,b\r\n1,2\r\n3,4\r\n', { fields: { content_length: 1000 } });
  const rows = job.rows();
  expect((await rows.next()).value).toEqual({ a: '1', b: '2' });
  await rows.next();
  await expect(rows.next()).rejects.toMatchObject({ name: 'UnexpectedResponseError', cutOff: true, received: 15 });
});

test('rows come while the file is still on its way, and leaving the loop ends it', async () => {
  const { job, care, server } = await exported('', { send: (response) => void response.write('a,b\r\n1,2\r\n3,') });
  let told = 0;
  for await (const row of job.rows({ onProgress: ({ received }) => (told = received) })) {
    expect(row).toEqual({ a: '1', b: '2' });
    break;
  }
  expect(told).toBe(12);
  await until(() => care.throttle.stats().running === 0 && server.running === 0);
});

test('an abort ends them with its own reason', async () => {
  const { job, care } = await exported('', { send: (response) => void response.write('a,b\r\n1,2\r\n3,') });
  const stop = new AbortController();
  const rows = job.rows({ signal: stop.signal });
  await rows.next();
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(rows.next()).rejects.toBe(reason);
  await until(() => care.throttle.stats().running === 0);
});
