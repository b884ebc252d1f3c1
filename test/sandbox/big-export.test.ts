import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { completed, download } from './export-job.js';
import { link } from './wire.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

describe('a big export', () => {
  test.each(['json', 'csv'])('so many rows of %s have the announced length and are all there', async (format) => {
    const sandbox = frozen();
    sandbox.control.enlargeNextExport({ rows: 5000 });
    const job = await completed(sandbox, { output_format: format });
    const response = await download(sandbox, job);
    expect(response.headers.get('Content-Length')).toBe(String(job.content_length));
    const text = await response.text();
    expect(text.length).toBe(job.content_length);
    expect(format === 'json' ? JSON.parse(text).length : text.trimEnd().split('\r\n').length - 1).toBe(5000);
  });

  test('200 MB pass through a socket without being held in memory', async () => {
    const sandbox = frozen();
    const bytes = 200_000_000;
    sandbox.control.enlargeNextExport({ bytes });
    const job = await completed(sandbox, { output_format: 'csv' });
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    const before = process.memoryUsage().rss;
    let read = 0;
    let highest = 0;
    for await (const chunk of response.body ?? []) {
      read += chunk.length;
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect(read).toBe(bytes);
    expect(highest - before).toBeLessThan(bytes * 0.75);
  });

  test('a download can be cut off in the middle', async () => {
    const sandbox = frozen();
    sandbox.control.enlargeNextExport({ bytes: 10_000_000 });
    const job = await completed(sandbox, { output_format: 'csv' });
    sandbox.faults.add({ kind: 'truncate' });
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    let read = 0;
    await expect(async () => {
      for await (const chunk of response.body ?? []) read += chunk.length;
    }).rejects.toThrow();
    expect(read).toBeLessThanOrEqual(5_000_000);
  });

  test.each(['as it is', 'slow', 'gzip'])(
    'a download (%s) that is left stops being made, and the server goes on',
    async (how) => {
      const sandbox = frozen();
      sandbox.settings.exportGzip = how === 'gzip';
      sandbox.control.enlargeNextExport({ bytes: 1_000_000_000 });
      const job = await completed(sandbox, { output_format: 'csv' });
      if (how === 'slow') sandbox.faults.add({ kind: 'slow', milliseconds: 1000 });
      await using server = await sandbox.listen();
      const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
      const headers = { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` };
      const leaving = new AbortController();
      const response = await fetch(url, { headers, signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
      await expect.poll(() => server.stats().openConnections, { timeout: 10_000 }).toBe(0);
      const used = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(process.cpuUsage(used).user / 1000).toBeLessThan(150);
      expect((await fetch(server.baseUrl)).status).toBe(200);
    },
  );
});
