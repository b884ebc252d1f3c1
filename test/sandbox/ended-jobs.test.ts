import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { readJob, startJob } from './export-job.js';

test('a job that has failed or was archived stays so, however often it is moved on', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const { control } = sandbox;
  const failed = await startJob(sandbox);
  control.failExport(failed['@url']);
  const archived = await startJob(sandbox);
  const states = Array.from({ length: 5 }, () => control.stepExport(archived['@url']));
  expect(states).toEqual(['started', 'completed', 'archived', 'archived', 'archived']);
  expect(control.stepExport(failed['@url'])).toBe('failed');
  sandbox.clock.advance({ days: 2 });
  expect((await readJob(sandbox, failed)).state).toBe('failed');
  expect((await readJob(sandbox, archived)).state).toBe('archived');
});

test.each(['completed', 'archived', 'cancelled', 'failed'])(
  'a job that is %s cannot fail: the hook says so, and the job stays as it is',
  async (state) => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const { control } = sandbox;
    const job = await startJob(sandbox);
    const { '@url': url } = job;
    if (state === 'cancelled') await ask(sandbox, 'POST', `${url}/cancel`, { token: sandbox.tokens.dataOfficer });
    else if (state === 'failed') control.failExport(url);
    else while (control.stepExport(url) !== state);
    const before = await readJob(sandbox, job);
    expect(() => control.failExport(url, { message: 'No room' })).toThrow(`The export is ${state}`);
    expect(await readJob(sandbox, job)).toEqual(before);
    expect(before.state).toBe(state);
  },
);

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
