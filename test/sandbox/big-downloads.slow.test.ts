import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { download, endedJob } from './export-job.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

test('200 MB pass through a socket without being held in memory', async () => {
  const sandbox = frozen();
  const bytes = 200_000_000;
  sandbox.control.enlargeNextExport({ bytes });
  const job = await endedJob(sandbox, { output_format: 'csv' });
  await using server = await sandbox.listen();
  const response = await download(sandbox, job, server);
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

test.each(['as it is', 'slow', 'gzip'])(
  'the sandbox stops making a download when its caller (%s) disconnects, and the server goes on',
  async (how) => {
    const sandbox = frozen();
    sandbox.settings.exportGzip = how === 'gzip';
    sandbox.control.enlargeNextExport({ bytes: 1_000_000_000 });
    const job = await endedJob(sandbox, { output_format: 'csv' });
    if (how === 'slow') sandbox.faults.add({ kind: 'slow', milliseconds: 1000 });
    await using server = await sandbox.listen();
    const caller = new AbortController();
    const response = await download(sandbox, job, server, caller.signal);
    await response.body?.getReader().read();
    caller.abort();
    await expect.poll(() => server.stats().openConnections, { timeout: 10_000 }).toBe(0);
    const used = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.cpuUsage(used).user / 1000).toBeLessThan(150);
    expect((await fetch(server.baseUrl)).status).toBe(200);
  },
);
