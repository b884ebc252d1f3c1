import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask } from './api.js';
import { completed, download, read, start } from './export-job.js';
import { link, NS, names } from './wire.js';

const frozen = () => createSandbox({ clock: { frozen: true } });

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
    expect(body['@items'].map((job) => job.created)).toEqual(['2026-03-02T09:00:01', '2026-03-02T09:00:00']);
    expect(body['@items'].map(names)).toEqual([[], ['cancel']]);
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
      (await ask(sandbox, 'POST', '/export', { body: options })).body.extra.map((one) => `${one.name}: ${one.message}`);
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
