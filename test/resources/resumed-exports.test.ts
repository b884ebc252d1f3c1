import { type Application, type CareError, memoryCursor } from 'care-platform';
import { afterEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

let world: FeedWorld;
afterEach(() => world.end());

const starts = () => world.sandbox.journal.filter(({ method, path }) => `${method} ${path}` === 'POST /export').length;
const begin = (exportRunsFor = 5000) => feedWorld({ clients: 3, settings: { exportRunsFor } });

/** The ids of all rows of one export. */
async function rowsOf(care: Application, options: Parameters<Application['exportRows']>[1] = {}): Promise<unknown[]> {
  const read = async () => {
    const ids: unknown[] = [];
    for await (const row of care.exportRows({ name: 'client' }, options)) ids.push(row.id);
    return ids;
  };
  return world.during(read());
}

describe('an export with a cursor', () => {
  test('starts a new job after all rows of the job before were handled', async () => {
    world = await begin();
    const cursor = memoryCursor();
    await rowsOf(world.care, { cursor });
    await rowsOf(world.care, { cursor });
    expect(starts()).toBe(2);
    expect(await cursor.get()).toBe('');
  });

  test('keeps its cursor if the loop is left, and yields all rows of that job in the next call', async () => {
    world = await begin();
    const cursor = memoryCursor();
    const leave = async () => {
      for await (const _ of world.care.exportRows({ name: 'client' }, { cursor })) break;
    };
    await world.during(leave());
    expect(await cursor.get()).toMatch(/\/export\//);
    expect((await rowsOf(world.care, { cursor })).length).toBeGreaterThan(2);
    expect(starts()).toBe(1);
  });

  test.each<[string, (world: FeedWorld, url: string) => unknown]>([
    ['was archived', ({ sandbox }) => sandbox.clock.advance({ hours: 25 })],
    ['failed', ({ sandbox }, url) => sandbox.control.failExport(url)],
    ['was cancelled', async ({ care }, url) => (await care.exportJob(url)).cancel()],
  ])('starts a new job if the stored one %s', async (_, end) => {
    world = await begin();
    const job = await world.care.startExport({ name: 'client' });
    await end(world, job.url);
    const cursor = memoryCursor(job.url);
    expect((await rowsOf(world.care, { cursor })).length).toBeGreaterThan(2);
    expect(starts()).toBe(2);
  });

  test('starts a new job if the stored one is unknown to the platform', async () => {
    world = await begin();
    expect(
      (await rowsOf(world.care, { cursor: memoryCursor(`${world.sandbox.baseUrl}/export/0`) })).length,
    ).toBeGreaterThan(2);
    expect(starts()).toBe(1);
  });

  test('continues no job with other options, stored or running', async () => {
    world = await begin();
    const stored = await world.care.startExport({ name: 'client', properties: ['id', 'email'] });
    await world.care.startExport({ name: 'client', output_format: 'csv' });
    expect((await rowsOf(world.care, { cursor: memoryCursor(stored.url) })).length).toBeGreaterThan(2);
    expect(starts()).toBe(3);
  });

  test('continues a running job of the same options whose start it could not store', async () => {
    world = await begin();
    const cursor = memoryCursor();
    world.sandbox.faults.add({ kind: 'drop', when: 'after', path: '/export', times: 1 });
    await expect(rowsOf(world.care, { cursor })).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect((await rowsOf(world.care, { cursor })).length).toBeGreaterThan(2);
    expect(starts()).toBe(1);
  });

  test('reports each state of the job and the progress of the file', async () => {
    world = await begin();
    const states: string[] = [];
    let received = 0;
    await rowsOf(world.care, {
      cursor: memoryCursor(),
      onJob: ({ data }) => states.push(data.state),
      onProgress: (progress) => {
        received = progress.received;
      },
    });
    expect([...new Set(states)]).toEqual(['queued', 'started', 'completed']);
    expect(received).toBeGreaterThan(0);
  });

  test('refuses the cursor of a feed before anything is sent', async () => {
    world = await begin();
    const before = world.sandbox.journal.length;
    const reading = rowsOf(world.care, { cursor: memoryCursor('2026-03-02T09:00:00.000Z') });
    await expect(reading).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'cursor' }] });
    expect(world.sandbox.journal.length).toBe(before);
  });
});

describe('an export without a cursor', () => {
  test('names its job if a later step fails, and is not reported as a call to make again', async () => {
    world = await begin();
    world.sandbox.faults.add({ kind: 'response', status: 503, method: 'GET', path: /\/export\/[^/]+$/, times: 4 });
    const failure = (await rowsOf(world.care).catch((error: unknown) => error)) as CareError;
    const jobs = await world.during(world.care.exports().toArray());
    expect(failure).toMatchObject({ name: 'ServerError', isTransient: false });
    expect(failure.resourceUrl()).toBe(jobs[0]?.url);
  });

  test('starts a job in each call', async () => {
    world = await begin();
    expect(await rowsOf(world.care)).toEqual(await rowsOf(world.care));
    expect(starts()).toBe(2);
  });

  test.each([
    ['output_format', { name: 'client', output_format: 'xlsx' }],
    ['allow_files', { name: 'client', allow_files: true }],
    ['filter', { name: 'client', filter: [] }],
  ])('refuses a wrong `%s` before anything is sent', async (name, options) => {
    world = await begin();
    const before = world.sandbox.journal.length;
    const rows = world.care.exportRows(options as never, { cursor: memoryCursor() });
    await expect(rows.next()).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(world.sandbox.journal.length).toBe(before);
  });
});

test('an error of `onJob` ends the rows, and starts no other export, whatever its name', async () => {
  world = await begin();
  const care = await world.connect();
  const cursor = memoryCursor();
  await care
    .exportRows({ name: 'client' }, { cursor, onJob: () => Promise.reject(new Error('stop')) })
    .next()
    .catch(() => undefined);
  expect(starts()).toBe(1);
  const onJob = () => care.client({ id: 'NOBODY' });
  const failure = await care
    .exportRows({ name: 'client' }, { cursor, onJob })
    .next()
    .catch((error: unknown) => error);
  expect(failure).toHaveProperty('name', 'NotFoundError');
  expect(starts()).toBe(1);
});
