import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { download, endedJob } from './export-job.js';

async function enlarged(size: { rows: number } | { bytes: number }, format: 'json' | 'csv', chunked = false) {
  const sandbox = createSandbox({ limits: false, clock: { frozen: true }, settings: { exportChunked: chunked } });
  sandbox.control.enlargeNextExport(size);
  const job = await endedJob(sandbox, { output_format: format });
  const response = await download(sandbox, job);
  return { job, announced: response.headers.get('Content-Length'), text: await response.text() };
}

test.each([0, 1, 3, 1023, 1024, 1025, 2048, 2049])(
  'an export of %s rows has just these, in both formats',
  async (rows) => {
    const csv = await enlarged({ rows }, 'csv');
    const lines = csv.text.split('\r\n');
    expect(lines).toHaveLength(rows + 2);
    expect([lines[0], lines.at(-1)]).toEqual(['number,name', '']);
    expect(lines[rows]?.startsWith(rows === 0 ? 'number' : String(rows).padStart(12, '0'))).toBe(true);
    const json = await enlarged({ rows }, 'json');
    const parsed = JSON.parse(json.text) as { number: string; name: string }[];
    expect(parsed).toHaveLength(rows);
    expect(parsed.map(({ number }) => Number(number))).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
    for (const { announced, text, job } of [csv, json]) {
      expect(Number(announced)).toBe(text.length);
      expect(job.content_length).toBe(text.length);
    }
  },
);

test.each([1, 20, 70_000, 200_001])('an export of %s bytes is cut off after them', async (bytes) => {
  const { announced, text } = await enlarged({ bytes }, 'csv');
  expect([announced, text.length]).toEqual([String(bytes), bytes]);
  expect(text.startsWith('number,name\r\n'.slice(0, bytes))).toBe(true);
  const json = await enlarged({ bytes }, 'json');
  expect([json.text[0], json.text.length]).toEqual(['[', bytes]);
});

test('the size of an export that goes out in chunks is not announced', async () => {
  const { announced, text } = await enlarged({ rows: 2 }, 'csv', true);
  expect(announced).toBe(null);
  expect(text).toBe('number,name\r\n000000000001,Client 000000000001\r\n000000000002,Client 000000000002\r\n');
});

test('only the next export is enlarged', async () => {
  const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
  sandbox.control.enlargeNextExport({ rows: 1 });
  const first = await endedJob(sandbox, { output_format: 'json' });
  const second = await endedJob(sandbox, { output_format: 'json' });
  expect(JSON.parse(await (await download(sandbox, first)).text())).toEqual([
    { number: '000000000001', name: 'Client 000000000001' },
  ]);
  expect((await (await download(sandbox, second)).text()).length).toBeGreaterThan(200);
});
