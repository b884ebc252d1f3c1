import { afterEach, expect, test } from 'vitest';
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
const begin = () => feedWorld({ clients: 3, settings: { exportRunsFor: 5000 } });

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
