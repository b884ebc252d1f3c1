import { type Application, type CareError, memoryCursor } from 'care-platform';
import { afterEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

let world: FeedWorld;
afterEach(() => world.end());

/** What outlives a process. */
interface Disk {
  cursor: string;
  rows: string[];
}

/** Counts the steps of a process, and ends it at one of them. Nothing happens in a process that was ended. */
class Killer {
  steps = 0;
  readonly #at: number;
  readonly #controller = new AbortController();

  constructor(at: number) {
    this.#at = at;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  step(): void {
    if (this.steps++ === this.#at) this.#controller.abort(new Error('killed'));
    this.signal.throwIfAborted();
  }
}

/** One life of a program that exports clients. It can be ended before and after each of its effects. */
async function live(disk: Disk, killer: Killer): Promise<void> {
  const { signal } = killer;
  const care = await world.connect({
    retry: 0,
    async fetch(input, init) {
      killer.step();
      const response = await world.sandbox.fetch(input, init);
      killer.step();
      return response;
    },
  });
  const cursor = {
    get: () => disk.cursor,
    set(text: string) {
      killer.step();
      disk.cursor = text;
      killer.step();
    },
  };
  const rows: string[] = [];
  try {
    for await (const row of care.exportRows({ name: 'client' }, { cursor, signal })) {
      rows.push(String(row.id));
      killer.step();
    }
    disk.rows = rows;
    killer.step();
  } finally {
    care.close();
  }
}

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

test('a program that is ended at any step and run again has all rows, of one job', async () => {
  world = await begin();
  const complete: Disk = { cursor: '', rows: [] };
  const counter = new Killer(Number.POSITIVE_INFINITY);
  await world.during(live(complete, counter));
  expect(complete.rows.length).toBeGreaterThan(2);
  expect(counter.steps).toBeGreaterThan(20);

  const wrong: object[] = [];
  for (let at = 0; at < counter.steps; at++) {
    world.end();
    world = await begin();
    const disk: Disk = { cursor: '', rows: [] };
    const killed = await world.during(live(disk, new Killer(at)).catch((reason: Error) => reason.message));
    if (disk.rows.length === 0) await world.during(live(disk, new Killer(Number.POSITIVE_INFINITY)));
    const outcome = { killed, rows: disk.rows, jobs: starts(), cursor: disk.cursor };
    // A process that was ended after the last row was handled has nothing to continue.
    const isLast = at >= counter.steps - 2;
    const expected = { killed: 'killed', rows: complete.rows, jobs: isLast ? outcome.jobs : 1, cursor: '' };
    if (JSON.stringify(outcome) !== JSON.stringify(expected)) wrong.push({ at, ...outcome });
  }
  expect(wrong).toEqual([]);
}, 60_000);

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
