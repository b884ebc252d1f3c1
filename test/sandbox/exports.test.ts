import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask } from './api.js';
import { link, NS, names } from './links.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

// biome-ignore lint/suspicious/noExplicitAny: a parsed body, looked into by the tests
type Job = any;

async function start(sandbox: Sandbox, options: object = {}, token = sandbox.tokens.dataOfficer): Promise<Job> {
  const { status, body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client', ...options }, token });
  expect(status).toBe(201);
  return body;
}

const read = async (sandbox: Sandbox, job: Job, token = sandbox.tokens.dataOfficer): Promise<Job> =>
  (await ask(sandbox, 'GET', job['@url'], { token })).body;

/** A job that has just been completed. */
async function completed(sandbox: Sandbox, options: object = {}, token = sandbox.tokens.dataOfficer): Promise<Job> {
  const job = await start(sandbox, options, token);
  sandbox.control.stepExport(job['@url']);
  sandbox.control.stepExport(job['@url']);
  return read(sandbox, job, token);
}

async function download(sandbox: Sandbox, job: Job, token = sandbox.tokens.dataOfficer): Promise<Response> {
  return sandbox.fetch(link(job, 'download'), { headers: { Authorization: `svc-token ${token}` } });
}

/** Names and contents of a ZIP archive, read from its central directory. */
function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [size, length, extra] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    expect(view.getUint16(at + 10, true)).toBe(0);
    files.set(name, bytes.subarray(from, from + size));
    at += 46 + length + extra;
  }
  return files;
}

describe('an export job', () => {
  test('XST-2, EXP-13: a new job is queued, with its options filled in and nothing but a cancel link', async () => {
    const sandbox = frozen();
    const token = sandbox.tokens.dataOfficer;
    const { status, headers, body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client' }, token });
    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(body['@url']);
    expect(names(body)).toEqual(['cancel']);
    expect(body).toMatchObject({
      '@type': `${NS}/export/job`,
      state: 'queued',
      created: '2026-03-02T09:00:00',
      started: null,
      completed: null,
      filename: null,
      error: null,
      content_length: 0,
      downloaded_on: [],
      options: {
        name: 'client',
        properties: null,
        filters: null,
        parameters: null,
        combine: null,
        output_format: 'json',
        allow_files: false,
      },
    });
  });

  test('GAP-34: with the running clock a job is seen queued, started and completed within three seconds', async () => {
    const sandbox = createSandbox();
    const job = await start(sandbox);
    const seen = new Set<string>([job.state]);
    const begun = performance.now();
    while (!seen.has('completed') && performance.now() - begun < 3000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.add((await read(sandbox, job)).state);
    }
    expect([...seen]).toEqual(['queued', 'started', 'completed']);
  });

  test('XST-5: a completed job has its times, its file and the links archive and download', async () => {
    const sandbox = frozen();
    const job = await start(sandbox, { output_format: 'csv' });
    sandbox.clock.advance({ seconds: 1 });
    expect(await read(sandbox, job)).toMatchObject({
      state: 'started',
      started: '2026-03-02T09:00:00',
      completed: null,
    });
    sandbox.clock.advance({ seconds: 1 });
    const done = await read(sandbox, job);
    expect(done).toMatchObject({ state: 'completed', completed: '2026-03-02T09:00:01', content_encoding: null });
    expect(done.content_type).toBe('text/csv;charset=UTF-8');
    expect(done.filename).toMatch(/\.csv$/);
    expect(names(done)).toEqual(['archive', 'download']);
    expect((await (await download(sandbox, done)).arrayBuffer()).byteLength).toBe(done.content_length);
  });

  test('XST-6, EPX-10: 24 hours later it is archived: no download, but the job can still be read', async () => {
    const sandbox = frozen();
    const done = await completed(sandbox);
    sandbox.clock.advance({ hours: 24 });
    const archived = await read(sandbox, done);
    expect(archived).toMatchObject({ state: 'archived', filename: done.filename });
    expect(names(archived)).toEqual([]);
    expect((await download(sandbox, done)).status).toBe(401);
  });

  test('NS-20: POST to the archive link archives at once', async () => {
    const sandbox = frozen();
    const done = await completed(sandbox);
    const token = sandbox.tokens.dataOfficer;
    expect((await ask(sandbox, 'POST', link(done, 'archive'), { token })).status).toBe(204);
    expect((await read(sandbox, done)).state).toBe('archived');
    expect((await ask(sandbox, 'POST', link(done, 'archive'), { token })).status).toBe(401);
  });

  test('XST-4, TRAP-5: a failed job has an error, no links, and is never archived', async () => {
    const sandbox = frozen();
    sandbox.control.failNextExport({ message: 'Disk full', extra: [{ name: 'disk', message: 'full' }] });
    const failed = await completed(sandbox);
    expect(failed).toMatchObject({ state: 'failed', completed: null, filename: null });
    expect(failed.error).toEqual({ message: 'Disk full', extra: [{ name: 'disk', message: 'full' }] });
    expect(names(failed)).toEqual([]);
    sandbox.clock.advance({ days: 2 });
    expect((await read(sandbox, failed)).state).toBe('failed');
    expect((await completed(sandbox)).state).toBe('completed');
  });

  test('EPX-4, EPX-9, NS-11: the creator cancels a pending job once; another user or state is 401', async () => {
    const sandbox = frozen();
    const job = await start(sandbox);
    const cancel = (token: string) => ask(sandbox, 'POST', link(job, 'cancel'), { token });
    expect((await cancel(sandbox.tokens.apiUser)).status).toBe(401);
    expect((await cancel(sandbox.tokens.dataOfficer)).status).toBe(204);
    expect(await read(sandbox, job)).toMatchObject({ state: 'cancelled', error: null });
    expect((await cancel(sandbox.tokens.dataOfficer)).status).toBe(401);
    expect((await cancel(sandbox.tokens.client)).status).toBe(403);
  });

  test('TRAP-31, EPX-2: the list holds jobs of all users, latest first, with links for the creator only', async () => {
    const sandbox = frozen();
    await start(sandbox);
    sandbox.clock.advance({ seconds: 1 });
    await start(sandbox, {}, sandbox.tokens.apiUser);
    const { body } = await ask(sandbox, 'GET', '/export/items?limit=5', { token: sandbox.tokens.dataOfficer });
    expect(body['@paging']).toMatchObject({ found: 2, limit: 5, start: null });
    expect(body['@items'].map((job: Job) => job.created)).toEqual(['2026-03-02T09:00:01', '2026-03-02T09:00:00']);
    expect(body['@items'].map((job: Job) => names(job))).toEqual([[], ['cancel']]);
    const second = await ask(sandbox, 'GET', '/export/items?start=1', { token: sandbox.tokens.dataOfficer });
    expect(second.body['@items']).toEqual([body['@items'][1]]);
  });

  test('AUT-17, TRAP-29: without a data role exports are 403', async () => {
    const sandbox = createSandbox();
    for (const token of [sandbox.tokens.apiUserPlain, sandbox.tokens.client, sandbox.tokens.applicationManager]) {
      expect((await ask(sandbox, 'GET', '/export/items', { token })).status).toBe(403);
      expect((await ask(sandbox, 'POST', '/export', { token, body: { name: 'client' } })).status).toBe(403);
    }
  });
});

describe('export options', () => {
  test('EPX-6 to EPX-8, XST-3: all unknown properties and combines are reported and no job is stored', async () => {
    const sandbox = createSandbox();
    const options = {
      name: 'client',
      properties: ['email', 'shoe_size'],
      combine: [{ name: 'garden' }, { name: 'relation', properties: ['color'] }],
    };
    const { status, body } = await ask(sandbox, 'POST', '/export', { body: options });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 400,
      message: 'Invalid option input',
      extra: [
        { name: 'shoe_size', message: 'Unknown property' },
        { name: 'garden', message: 'Unknown combine' },
        { name: 'color', message: 'Unknown property' },
      ],
    });
    expect((await ask(sandbox, 'GET', '/export/items')).body['@items']).toEqual([]);
  });

  test('EXP-14 to EXP-20, NS-7, NS-8, GAP-33: other names, operators and shapes are refused', async () => {
    const sandbox = createSandbox();
    const problems = async (options: object) =>
      (await ask(sandbox, 'POST', '/export', { body: options })).body.extra.map(
        (one: { name: string; message: string }) => `${one.name}: ${one.message}`,
      );
    expect(await problems({})).toEqual(['name: Required input is missing.']);
    expect(await problems({ name: 'planet' })).toEqual(['name: Unknown value.']);
    const filter = { name: 'active', value: 'true', operator: 'gt' };
    expect(await problems({ name: 'client', filters: [filter] })).toEqual(['gt: Unknown value.']);
    expect(await problems({ name: 'client', filters: [{ ...filter, name: 'x', operator: 'eq' }] })).toEqual([
      'x: Unknown value.',
    ]);
    expect(await problems({ name: 'client', parameters: [{ name: 'labels' }] })).toEqual([
      'parameters: Required input is missing.',
    ]);
    expect(await problems({ name: 'client', output_format: 'pdf', filters: [{ ...filter, value: true }] })).toEqual([
      'filters: Must be transferred as string.',
      'output_format: Unknown value.',
    ]);
  });
});

describe('export output', () => {
  test('EPX-5: JSON has one entry per client with the asked properties, filters and combines applied', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, {
      properties: ['id', 'name', 'labels'],
      filters: [{ name: 'active', value: 'false', operator: 'eq' }],
      parameters: [{ name: 'labels', value: 'text', operator: 'eq' }],
      combine: [{ name: 'relation', properties: ['predicate'] }],
    });
    const rows = await (await download(sandbox, job)).json();
    expect(rows).toEqual([{ id: 'EHR-1045', name: 'Bram de Testman', labels: [], relation: [] }]);
    const all = await completed(sandbox, { properties: ['id'], combine: [{ name: 'task' }, { name: 'relation' }] });
    const [first] = await (await download(sandbox, all)).json();
    expect(first.task).toHaveLength(3);
    expect(first.relation[0]).toEqual({ professional: 'Pro Voorbeeldtherapeut', predicate: 'attends' });
  });

  test('AUT-17: the output of a data analyst has no personal fields, and asking for them is unknown', async () => {
    const sandbox = frozen();
    const token = sandbox.tokens.dataAnalyst;
    const job = await completed(sandbox, {}, token);
    const rows = await (await download(sandbox, job, token)).json();
    expect(Object.keys(rows[0])).toEqual(['active', 'labels', 'age', 'gender']);
    const personal = await ask(sandbox, 'POST', '/export', { token, body: { name: 'client', properties: ['email'] } });
    expect(personal.body.extra).toEqual([{ name: 'email', message: 'Unknown property' }]);
  });

  test('EXP-19: CSV has a header row, CRLF and quotes where needed', async () => {
    const sandbox = frozen();
    const [first] = sandbox.control.users('client');
    await ask(sandbox, 'PATCH', first?.path ?? '', { body: { last_name: 'Comma, "Quote"\nLine' } });
    const job = await completed(sandbox, { output_format: 'csv', properties: ['last_name', 'infix', 'active', 'age'] });
    const text = await (await download(sandbox, job)).text();
    expect(text.startsWith('last_name,infix,active,age\r\n"Comma, ""Quote""\nLine",,true,76\r\n')).toBe(true);
  });

  test('EXP-19: XLSX is a workbook with one sheet of the same rows', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, { output_format: 'xlsx', properties: ['name', 'age'] });
    expect(job.content_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    expect([...files.keys()]).toContain('[Content_Types].xml');
    const sheet = new TextDecoder().decode(files.get('xl/worksheets/sheet1.xml'));
    expect(sheet).toContain('<t xml:space="preserve">Fenna Voorbeeld</t>');
    expect(sheet.match(/<row>/g)).toHaveLength(13);
  });

  test('EXP-20: with allow_files the output is a ZIP of the data and the pictures it names', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox, { allow_files: true, properties: ['picture'] });
    expect([job.content_type, job.filename]).toEqual(['application/zip', expect.stringMatching(/\.zip$/)]);
    const files = unzip(new Uint8Array(await (await download(sandbox, job)).arrayBuffer()));
    const [data, picture] = [...files.keys()];
    const rows = JSON.parse(new TextDecoder().decode(files.get(data ?? '')));
    expect(rows[0].picture).toBe(picture);
    expect(files.get(picture ?? '')?.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  });

  test('NS-19, EXP-12, GAP-32: a download carries type, name and length, and each one is noted', async () => {
    const sandbox = frozen();
    const job = await completed(sandbox);
    const { headers } = await download(sandbox, job);
    expect(headers.get('Content-Type')).toBe(job.content_type);
    expect(headers.get('Content-Disposition')).toContain(job.filename);
    expect(headers.get('Content-Length')).toBe(String(job.content_length));
    sandbox.clock.advance({ minutes: 1 });
    await download(sandbox, job);
    expect((await download(sandbox, job, sandbox.tokens.apiUser)).status).toBe(401);
    expect((await read(sandbox, job)).downloaded_on).toEqual(['2026-03-02T09:00:00', '2026-03-02T09:01:00']);
  });

  test('TRAP-57: with gzip the length on the wire is not the length of the job, and the content is', async () => {
    const sandbox = frozen();
    sandbox.settings.exportGzip = true;
    const job = await completed(sandbox);
    expect(job.content_encoding).toBe('gzip');
    expect((await (await download(sandbox, job)).arrayBuffer()).byteLength).toBe(job.content_length);
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(Number(response.headers.get('Content-Length'))).toBeLessThan(job.content_length);
    expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
  });

  test('exportChunked leaves out Content-Length, on the wire too', async () => {
    const sandbox = frozen();
    sandbox.settings.exportChunked = true;
    const job = await completed(sandbox);
    await using server = await sandbox.listen();
    const url = `${server.baseUrl}${new URL(link(job, 'download')).pathname.slice(6)}`;
    const response = await fetch(url, { headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` } });
    expect(response.headers.get('Content-Length')).toBeNull();
    expect(response.headers.get('Transfer-Encoding')).toBe('chunked');
    expect((await response.arrayBuffer()).byteLength).toBe(job.content_length);
  });
});

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
      await expect.poll(() => server.stats().openConnections).toBe(0);
      const used = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(process.cpuUsage(used).user / 1000).toBeLessThan(150);
      expect((await fetch(server.baseUrl)).status).toBe(200);
    },
  );
});
