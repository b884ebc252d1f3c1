import { expect } from 'vitest';
import { rule } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { asError, get, invalidOption, json, linkNames, refusal, requestsOf } from './wire.js';

/** Milliseconds between two looks at a job. */
const quickly = { interval: 1 };

rule(
  'XST-2',
  'a new export is queued, can be cancelled, and has nothing to show yet',
  async (scene) => {
    const nothing = { state: 'queued', started: null, completed: null, filename: null, error: null };
    const job = await scene.care.startExport({ name: 'client' });
    expect(job.data).toMatchObject(nothing);
    expect([job.links.names(), job.ended, job.ready]).toEqual([['cancel'], false, false]);
    const wire = await json(scene.raw('POST', '/export', { json: { name: 'client' } }));
    expect(wire).toMatchObject(nothing);
    expect(linkNames(wire)).toEqual(['cancel']);
  },
  exportsByHand,
);

rule('XST-3', 'an export with options that are wrong is refused and leaves no job behind', async (scene) => {
  const unknown = invalidOption(['shoe size', 'Unknown property']);
  const options = { name: 'client', properties: ['shoe size'] };
  expect(await refusal(scene.raw('POST', '/export', { json: options }))).toEqual(unknown);
  await expect(scene.care.startExport(options)).rejects.toMatchObject(asError(unknown));
  expect(await scene.care.exports().toArray()).toEqual([]);
  expect((await get(scene.raw, '/export/items'))['@items']).toEqual([]);
});

rule(
  'XST-4',
  'a pending export that fails shows its error, and rejects the call that waits for it',
  async (scene) => {
    for (const steps of [0, 1]) {
      const job = await scene.care.startExport({ name: 'client' });
      for (let step = 0; step < steps; step++) scene.sandbox.control.stepExport(job.url);
      const error = { message: 'Disk full', extra: [{ name: 'disk', message: 'full' }] };
      const waiting = job.waitForCompletion({
        ...quickly,
        onProgress: ({ ended }) => !ended && scene.sandbox.control.failExport(job.url, error),
      });
      const failure = { name: 'ExportFailedError', state: 'failed', reason: 'Disk full', extra: error.extra };
      await expect(waiting).rejects.toMatchObject(failure);
      const wire = await get(scene.raw, job.url);
      expect(wire).toMatchObject({ state: 'failed', error, completed: null, filename: null, '@links': [] });
    }
  },
  exportsByHand,
);

rule(
  'XST-5',
  'a pending export that succeeds can be downloaded, and resolves the call that waits for it',
  async (scene) => {
    const started = await scene.care.startExport({ name: 'client', output_format: 'csv' });
    const seen: string[] = [];
    const job = await started.waitForCompletion({
      ...quickly,
      onProgress: ({ data, ended }) => {
        seen.push(data.state);
        if (!ended) scene.sandbox.control.stepExport(started.url);
      },
    });
    expect(seen).toEqual(['queued', 'started', 'completed']);
    expect([job.ready, job.ended]).toEqual([true, true]);
    const wire = await get(scene.raw, job.url);
    expect(wire).toMatchObject({ state: 'completed', completed: '2026-03-02T09:00:00', error: null });
    expect(wire).toMatchObject({ filename: expect.stringMatching(/\.csv$/), content_type: 'text/csv;charset=UTF-8' });
    expect(linkNames(wire)).toEqual(['archive', 'download']);
    const file = await scene.raw('GET', job.links.get('download').url);
    expect(file.status).toBe(200);
    expect((await file.arrayBuffer()).byteLength).toBe(wire.content_length);
    expect((await (await job.download()).text()).slice(0, 10)).toBe('first_name');
  },
  exportsByHand,
);

rule(
  'XST-6',
  'a day after it was completed an export is archived: its file is gone, its job can still be read',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    const { url } = await care.startExport({ name: 'client' });
    for (let step = 0; step < 2; step++) sandbox.control.stepExport(url);
    sandbox.clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    const ready = await care.exportJob(url);
    expect([ready.data.state, ready.ready]).toEqual(['completed', true]);

    sandbox.clock.advance({ seconds: 1 });
    const wire = await get(raw, url);
    expect([wire.state, wire['@links'], wire.filename]).toEqual(['archived', [], ready.data.filename]);
    expect((await raw('GET', ready.links.get('download').url)).status).toBe(401);
    await expect(ready.download()).rejects.toMatchObject({ name: 'UnauthorizedError', status: 401 });
    const archived = await ready.refresh();
    expect([archived.data.state, archived.ready, archived.ended]).toEqual(['archived', false, true]);
    await expect(archived.download()).rejects.toMatchObject({ name: 'LinkNotFoundError', wanted: 'download' });
    const waiting = await requestsOf(sandbox, async () => {
      const failure = { name: 'ExportFailedError', state: 'archived' };
      await expect(archived.waitForCompletion(quickly)).rejects.toMatchObject(failure);
    });
    expect(waiting).toEqual([]);
  },
  exportsByHand,
);
