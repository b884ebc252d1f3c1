import { type Application, type CursorStore, type MirrorRecord, TasksChange } from 'care-platform';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BusyDay, type Happened, seeded } from '../support/busy-day.js';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

const hour = 3_600_000;

/** What outlives a process: its cursor, what it mirrors, what was reported to it. Nothing is written by a process that is dead. */
class Disk {
  cursor: string | undefined;
  resyncs = 0;
  readonly tasks = new Map<string, readonly string[]>();
  /** The same by `added` and `removed` alone. */
  readonly byDifference = new Map<string, ReadonlySet<string>>();
  readonly state = new Map<string, MirrorRecord>();
  readonly delivered: Happened[] = [];
}

/** One life of a process: what it does may take time, and may end anywhere. */
interface Life {
  readonly care: Application;
  readonly cursor: CursorStore;
  readonly signal: AbortSignal;
  readonly overlap: number;
  /** Whether its feeds end by themselves. */
  readonly once?: boolean;
  /** Writes, unless the process was killed. */
  write(work: (disk: Disk) => void): void;
  /** Work that takes a while. */
  work(): Promise<void>;
  now(): number;
}

/** With `watchChanges`: what changed is read by the consumer. */
async function watch({ care, cursor, signal, overlap, write, work, now, once }: Life): Promise<void> {
  const read = async (user: string, tasks: AsyncIterable<{ readonly url: string }>) => {
    const at = now();
    const urls: string[] = [];
    for await (const task of tasks) urls.push(task.url);
    await work();
    write((disk) => {
      disk.tasks.set(user, urls);
      disk.delivered.push({ user, at });
    });
  };
  const options = { types: ['tasks'], cursor, signal, overlap, interval: 10_000, once } as const;
  for await (const event of care.watchChanges(options)) {
    if (event.kind === 'change') {
      if (!(event.change instanceof TasksChange)) throw new Error('no change of tasks');
      await read(event.change.userUrl, event.change.items());
      continue;
    }
    for await (const user of care.clients()) await read(user.url, user.tasks());
    for await (const user of care.professionals()) await read(user.url, user.tasks());
    write((disk) => {
      disk.resyncs++;
    });
  }
}

/** With `mirrorTasks`: what changed comes with the event. */
async function mirror({ care, cursor, signal, overlap, write, work, now, once }: Life, disk: Disk): Promise<void> {
  const state = {
    get: (user: string) => disk.state.get(user),
    set: (user: string, record: MirrorRecord) => write(() => disk.state.set(user, record)),
    keys: () => disk.state.keys(),
  };
  for await (const event of care.mirrorTasks({ cursor, signal, overlap, interval: 10_000, state, once })) {
    const { user, tasks, added = [], removed = [] } = event;
    const at = now();
    await work();
    write(() => {
      const urls = new Set(disk.byDifference.get(user.url));
      for (const { url } of added) urls.add(url);
      for (const url of removed) urls.delete(url);
      disk.byDifference.set(user.url, urls);
      disk.tasks.set(
        user.url,
        tasks.map(({ url }) => url),
      );
      disk.delivered.push({ user: user.url, at });
    });
  }
}

type Program = (life: Life, disk: Disk) => Promise<void>;

/** The same as a job that a scheduler starts every ten seconds. */
function scheduled(program: Program): Program {
  return async (life, disk) => {
    for (;;) {
      await program({ ...life, once: true }, disk);
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      life.signal.throwIfAborted();
    }
  };
}

let world: FeedWorld;
let random: () => number;
let day: BusyDay;
let disk: Disk;
let failures: unknown[];

async function begin(seed: number): Promise<void> {
  world = await feedWorld({ clients: 6 });
  random = seeded(seed);
  day = new BusyDay(world, random);
  disk = new Disk();
  failures = [];
  onTestFinished(() => world.end());
}

const now = () => world.sandbox.clock.now().getTime();
const upTo = (limit: number) => random() * limit;
const anyOf = <Item>(...items: [Item, ...Item[]]): Item => items[Math.floor(upTo(items.length))] ?? items[0];

/** The program's clock is up to an hour wrong, and nobody says so. */
const setClock = () => vi.setSystemTime(now() + upTo(2 * hour) - hour);

/** Starts the program in a process of its own; gives what kills it. */
function start(program: Program): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const write: Life['write'] = (work) => {
    if (!signal.aborted) work(disk);
  };
  const cursor: CursorStore = {
    get: () => disk.cursor,
    set: (next) =>
      write(() => {
        disk.cursor = next;
      }),
  };
  const overlap = anyOf(1000, 5000, 60_000);
  // One of an earlier test may live on for a while, and draws no numbers of this one.
  const own = random;
  const run = async () => {
    const care = await world.connect({ signal });
    const work = () => new Promise<void>((resolve) => setTimeout(resolve, own() < 0.5 ? 0 : own() * 3000));
    signal.addEventListener('abort', () => care.close(), { once: true });
    await program({ care, cursor, signal, overlap, write, work, now }, disk);
  };
  run().catch((failure: unknown) => {
    if (!signal.aborted) failures.push(failure);
  });
  return () => controller.abort(new Error('killed'));
}

/** Lets the program live for a random time, while things happen. */
async function live(program: Program): Promise<void> {
  setClock();
  world.sandbox.settings.latency = anyOf(0, 120, 600);
  if (random() < 0.1) {
    const [poll, list] = [{ path: '/changes' }, { path: /items$/ }];
    world.sandbox.faults.add({
      kind: 'response',
      status: 503,
      times: 1,
      ...anyOf<{ path: string | RegExp }>(poll, list),
    });
  }
  const kill = start(program);
  for (let left = random() < 0.3 ? upTo(1500) : upTo(30_000); left > 0; ) {
    const step = Math.min(left, upTo(3000));
    await world.pass(Math.ceil(step));
    left -= step;
    if (random() < 0.5) day.happen();
    if (random() < 0.02) setClock();
  }
  kill();
  // The process is away for a while, and things go on.
  if (random() < 0.3) await world.pass(upTo(20_000));
  if (random() < 0.5) day.happen();
}

/** Lets it live until it has come to rest. */
async function settle(program: Program): Promise<void> {
  world.sandbox.settings.latency = 0;
  world.sandbox.faults.clear();
  const kill = start(program);
  await world.pass(4 * 60_000);
  kill();
  expect(failures).toEqual([]);
}

/** Every change was reported after it was there, or all users were read after it. */
function missed(): Happened[] {
  return day.changes.filter(({ user, at }) => !disk.delivered.some((one) => one.user === user && one.at >= at));
}

const programs: readonly (readonly [string, Program])[] = [
  ['a watcher', watch],
  ['a mirror', mirror],
  ['a scheduled watcher', scheduled(watch)],
  ['a scheduled mirror', scheduled(mirror)],
];

/** Kills each program at so many moments, once for each seed. */
export function describeKills(lives: number, seeds: readonly number[]): void {
  describe.each(programs)('%s of tasks', (name, program) => {
    const title = `killed at ${lives} random moments, with its clock wrong, misses nothing and ends up as the platform is`;
    test.each(seeds)(`${title} (%i)`, async (seed) => {
      await begin(seed);
      for (let life = 0; life < lives; life++) await live(program);
      await settle(program);
      expect(day.changes.length).toBeGreaterThan(lives);
      expect(missed()).toEqual([]);
      const platform = await world.tasks();
      expect(Object.fromEntries(disk.tasks)).toEqual(platform);
      if (name.endsWith('watcher')) return;
      const sorted = (entries: Iterable<[string, Iterable<string>]>) =>
        Object.fromEntries([...entries].map(([user, urls]) => [user, [...urls].sort()]));
      expect(sorted(disk.byDifference)).toEqual(sorted(Object.entries(platform)));
    });
  });
}

/** Keeps each program away for longer than the platform keeps changes. */
export function describeAbsence(): void {
  test.each(programs)('%s of tasks that was away for 25 hours reads everything again', async (name, program) => {
    await begin(7);
    await settle(program);
    for (let life = 0; life < 5; life++) await live(program);
    await settle(program);
    const { resyncs } = disk;
    for (let more = 0; more < 20; more++) {
      day.happen();
      await world.pass(1000);
    }
    world.sandbox.clock.advance({ hours: 25 });
    setClock();
    day.happen();
    const delivered = disk.delivered.length;
    await settle(program);
    if (name.endsWith('watcher')) expect(disk.resyncs).toBe(resyncs + 1);
    const reported = new Set(disk.delivered.slice(delivered).map(({ user }) => user));
    expect([...reported].sort()).toEqual(world.people.toSorted());
    expect(missed()).toEqual([]);
    expect(Object.fromEntries(disk.tasks)).toEqual(await world.tasks());
  });
}
