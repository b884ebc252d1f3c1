import type { Application, ExportFormat, ExportJob } from 'care-platform';
import type { BigOutput } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

const someMegabytes = { bytes: 3_000_000 };
const slowly = { kind: 'slow', milliseconds: 1000, pieces: 20 } as const;

async function opened(output_format: ExportFormat = 'csv', size: BigOutput = someMegabytes) {
  const platform = await openPlatform();
  const care = await platform.connect('dataOfficer');
  await platform.control('enlargeNextExport', size);
  const job = await care.startExport({ name: 'client', output_format });
  return { platform, care, job: await job.waitForCompletion({ interval: 100 }) };
}

/** The browser gives an address six connections: a held one keeps other calls waiting. */
async function hold(job: ExportJob, count: number) {
  const controller = new AbortController();
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  for (let held = 0; held < count; held++) {
    const reader = (await job.download({ signal: controller.signal })).stream().getReader();
    await reader.read();
    readers.push(reader);
  }
  return { controller, readers };
}

const responses = async (care: Application) => (await care.exports().first()) !== undefined;

describe('a download', () => {
  test('is read while it arrives, in a few chunks of memory', async () => {
    const { platform, job } = await opened();
    await platform.fail(slowly);
    const received: number[] = [];
    const times: number[] = [];
    const download = await job.download();
    for await (const chunk of download.stream()) {
      received.push(chunk.length);
      times.push(performance.now());
    }

    expect(received.reduce((sum, length) => sum + length, 0)).toBe(someMegabytes.bytes);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1000);
    expect(Math.max(...received)).toBeLessThan(someMegabytes.bytes / 2);
  });

  test('becomes a blob with its type', async () => {
    const { job } = await opened('csv', { rows: 1000 });
    const blob = await (await job.download()).blob();

    expect(blob.type).toMatch(/^text\/csv/);
    expect(blob.size).toBe(job.data.content_length);
    expect((await blob.text()).split('\r\n')).toHaveLength(1002);
  });

  test('that is ended frees its connection at once for the next call', async () => {
    // More than the browser takes in while nobody reads.
    const { platform, care, job } = await opened('csv', { bytes: 500_000_000 });
    const { controller, readers } = await hold(job, 6);
    let waits = true;
    const waiting = responses(care).finally(() => {
      waits = false;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(waits).toBe(true);
    // Used until here: a reader that is garbage gives its connection back.
    expect(readers).toHaveLength(6);
    const { requests } = await platform.stats();

    controller.abort(new Error('Enough.'));
    expect(await waiting).toBe(true);
    expect(care.throttle.stats().running).toBe(0);
    await expect.poll(async () => (await platform.stats()).openConnections).toBeLessThanOrEqual(2);
    expect(requests).toBeLessThan((await platform.stats()).requests);
  });

  test('rejects its reader with the reason of its signal', async () => {
    const { job } = await opened();
    const controller = new AbortController();
    const reader = (await job.download({ signal: controller.signal })).stream().getReader();
    await reader.read();
    controller.abort(new Error('Enough.'));

    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('Enough.');
  });

  test('whose bytes stay away for longer than its time limit ends with that', async () => {
    const { platform, job } = await opened();
    await platform.fail({ ...slowly, milliseconds: 60_000 });
    const outcome = job.download({ timeout: 1000 }).then((download) => download.bytes());

    await expect(outcome).rejects.toMatchObject({ name: 'TimeoutError', waitedFor: 'bytes' });
  });

  test('that is cut off is an error, not half a file', async () => {
    const { platform, job } = await opened();
    await platform.fail({ kind: 'truncate' });
    await expect((async () => (await job.download()).bytes())()).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      cutOff: true,
    });
  });
});

describe('rows', () => {
  test.each<ExportFormat>(['csv', 'json'])('of %s come while the rest is on its way', async (format) => {
    const { platform, job } = await opened(format, { rows: 30_000 });
    await platform.fail(slowly);
    let rows = 0;
    let atFirstRow: number | undefined;
    const received: number[] = [];
    for await (const row of job.rows({ onProgress: (progress) => received.push(progress.received) })) {
      atFirstRow ??= received.at(-1);
      rows++;
      expect(Number(row.number)).toBe(rows);
    }

    expect(rows).toBe(30_000);
    expect(atFirstRow).toBeLessThan((received.at(-1) ?? 0) / 2);
  });

  test('that are no longer wanted free their connection', async () => {
    const { platform, care, job } = await opened('csv', { rows: 1_000_000 });
    for await (const row of job.rows()) if (row.number === '000000000010') break;

    expect(care.throttle.stats().running).toBe(0);
    expect(await responses(care)).toBe(true);
    await expect.poll(async () => (await platform.stats()).openConnections).toBeLessThanOrEqual(2);
  });
});
