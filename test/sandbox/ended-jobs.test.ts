import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { readJob, startJob } from './export-job.js';

test('a job that has failed or was archived stays so, however often it is moved on', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const { control } = sandbox;
  const failed = await startJob(sandbox);
  control.failExport(failed['@url']);
  const archived = await startJob(sandbox);
  const states = Array.from({ length: 5 }, () => control.stepExport(archived['@url']));
  expect(states).toEqual(['started', 'completed', 'archived', 'archived', 'archived']);
  control.failExport(archived['@url']);
  expect(control.stepExport(failed['@url'])).toBe('failed');
  sandbox.clock.advance({ days: 2 });
  expect((await readJob(sandbox, failed)).state).toBe('failed');
  expect((await readJob(sandbox, archived)).state).toBe('archived');
});

test('a job that waits is neither archived nor ended by time that the platform does not need', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const job = await startJob(sandbox);
  sandbox.clock.advance({ seconds: 1 });
  expect((await readJob(sandbox, job)).state).toBe('started');
  sandbox.clock.advance({ seconds: 1 });
  expect((await readJob(sandbox, job)).state).toBe('completed');
  sandbox.clock.advance({ hours: 23, minutes: 59 });
  expect((await readJob(sandbox, job)).state).toBe('completed');
});
