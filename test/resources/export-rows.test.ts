import { gzipSync } from 'node:zlib';
import { isCareError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { exported, json, rowsOf } from '../support/export-rows.js';
import { until } from '../support/raw-server.js';

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

test('the format of the response counts, not the requested one', async () => {
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
  ])('is an error that names the row if it is %s', async (_, bytes) => {
    const { job, care } = await exported(bytes, { type: 'text/csv' });
    let rows = 0;
    const failure = await (async () => {
      for await (const row of job.rows()) expect(row).toHaveProperty('a', String(rows++));
    })().catch((error: unknown) => error);
    expect(isCareError(failure)).toBe(true);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: `row ${rows + 1}` }] });
    await until(() => care.throttle.stats().running === 0);
  });

  test('keeps its own error if it is cut off on its way', async () => {
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
  let reported = 0;
  for await (const row of job.rows({ onProgress: ({ received }) => (reported = received) })) {
    expect(row).toEqual({ a: '1', b: '2' });
    break;
  }
  expect(reported).toBe(12);
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
