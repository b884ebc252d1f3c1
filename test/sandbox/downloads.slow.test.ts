import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { download, endedJob } from './export-job.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

test('a file can be compressed on the wire, and its length then differs from that of the job', async () => {
  const sandbox = frozen();
  sandbox.settings.exportGzip = true;
  const job = await endedJob(sandbox);
  await using server = await sandbox.listen();
  const response = await download(sandbox, job, server);
  expect(response.headers.get('Content-Encoding')).toBe('gzip');
  expect(Number(response.headers.get('Content-Length'))).toBeLessThan(job.content_length);
  expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
});

test('a file comes without Content-Length with exportChunked', async () => {
  const sandbox = frozen();
  sandbox.settings.exportChunked = true;
  const job = await endedJob(sandbox);
  await using server = await sandbox.listen();
  const response = await download(sandbox, job, server);
  expect(response.headers.get('Content-Length')).toBeNull();
  expect(response.headers.get('Transfer-Encoding')).toBe('chunked');
  expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
});

test('a truncated download ends in the middle', async () => {
  const sandbox = frozen();
  sandbox.control.enlargeNextExport({ bytes: 10_000_000 });
  const job = await endedJob(sandbox, { output_format: 'csv' });
  sandbox.faults.add({ kind: 'truncate' });
  await using server = await sandbox.listen();
  const response = await download(sandbox, job, server);
  let read = 0;
  await expect(async () => {
    for await (const chunk of response.body ?? []) read += chunk.length;
  }).rejects.toThrow();
  expect(read).toBeLessThanOrEqual(5_000_000);
});
