import type { MirrorOptions, MirrorRecord } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { clientUrl, runMirror } from '../support/task-mirror.js';

const minute = 60_000;

let world: FeedWorld;

beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

const mirror = (options?: MirrorOptions) => runMirror(world, options);
const client = () => clientUrl(world);
const paths = () => world.sandbox.journal.map(({ path }) => path);

describe('a mirror of tasks', () => {
  test('begins with all users: clients, friends and professionals', async () => {
    const running = mirror();
    await world.pass(5000);
    expect(running.events).toHaveLength(world.people.length);
    expect(running.held()).toEqual(await world.tasks());
    const { user } = running.events.find((event) => event.user.url === client()) ?? {};
    expect(user).toEqual({ '@type': expect.stringMatching(/user-reference\/client$/), url: client(), id: 'EHR-1042' });
    await running.stop();
  });

  test('takes one listing of users a page, and two requests for each user', async () => {
    const before = paths().length;
    const running = mirror();
    await world.pass(5000);
    const asked = paths().slice(before);
    expect(asked).toHaveLength(3 + 2 * world.people.length);
    expect(asked[0]).toBe('/changes');
    await running.stop();
  });

  test('takes one request for each user if the platform lists users with their links', async () => {
    world.sandbox.settings.listItemLinks = true;
    const before = paths().length;
    const running = mirror();
    await world.pass(5000);
    expect(paths().slice(before)).toHaveLength(3 + world.people.length);
    await running.stop();
  });

  test('sends one poll an interval, and reads each user with changes once', async () => {
    const running = mirror();
    await world.pass(5000);
    const [events, before] = [running.events.length, paths().length];
    const task = world.sandbox.control.assignGroupTask(world.people.slice(0, 2));
    await world.pass(30_000);
    const changed = running.events.slice(events);
    expect(changed.map(({ user }) => user.url).toSorted()).toEqual(world.people.slice(0, 2).toSorted());
    for (const { tasks } of changed) expect(tasks.map(({ url }) => url.split('/').at(-1))).toContain(task);
    expect(paths().slice(before)).toHaveLength(1 + 2);
    expect(running.held()).toEqual(await world.tasks());
    world.sandbox.control.completeTask(task);
    await world.pass(2 * minute);
    expect(running.held()).toEqual(await world.tasks());
    await running.stop();
  });

  test('takes `null` of its state for no record, at a resync too', async () => {
    const stored = new Map<string, MirrorRecord | null>([[`${world.sandbox.baseUrl}/c/gone`, null]]);
    const get = async (url: string) => stored.get(url) ?? null;
    const set = (url: string, record: MirrorRecord) => void stored.set(url, record);
    const running = mirror({ state: { get, set, keys: () => stored.keys() } });
    await world.pass(5000);
    expect(running.events).toHaveLength(world.people.length);
    for (const { tasks, added } of running.events) expect(added).toEqual(tasks);
    world.sandbox.control.assignTask(client());
    await world.pass(minute);
    expect(running.events.at(-1)?.added).toHaveLength(1);
    await running.stop();
  });

  test('sees what changes while all users are read for the first time', async () => {
    world.sandbox.settings.latency = 2000;
    const running = mirror();
    for (let more = 0; more < 5; more++) {
      await world.pass(3000);
      for (const user of world.people) world.sandbox.control.assignTask(user);
    }
    await world.pass(3 * minute);
    world.sandbox.settings.latency = 0;
    expect(running.held()).toEqual(await world.tasks());
    await running.stop();
  });

  test('reports what came and what went by the state of the event before', async () => {
    const state = new Map<string, MirrorRecord>();
    const running = mirror({ state });
    await world.pass(5000);
    expect(running.events).toHaveLength(world.people.length);
    expect(running.events.every(({ tasks, added }) => added?.length === tasks.length)).toBe(true);
    const task = world.sandbox.control.assignTask(client());
    await world.pass(30_000);
    expect(running.events.at(-1)).toMatchObject({ added: [{ url: expect.stringContaining(task) }], removed: [] });
    world.sandbox.control.completeTask(task);
    await world.pass(2 * minute);
    expect(running.events.at(-1)).toMatchObject({ added: [], removed: [expect.stringContaining(task)] });
    await running.stop();
    const stateless = mirror();
    await world.pass(5000);
    expect(stateless.events).toHaveLength(world.people.length);
    expect(stateless.events.every((event) => !('added' in event) && !('removed' in event))).toBe(true);
    await stateless.stop();
  });

  test('reports that a merged client is gone when all users are read again with a state', async () => {
    const state = new Map<string, MirrorRecord>();
    const first = mirror({ state });
    await world.pass(5000);
    await first.stop();
    const [duplicate] = world.sandbox.control.users('client').filter(({ id }) => id !== 'EHR-1042');
    const survivor = await world.care.client({ url: client() });
    const url = `${world.sandbox.baseUrl}${duplicate?.path}`;
    await survivor.mergeIn({ url });
    const second = mirror({ state });
    await world.pass(5000);
    const reported = second.events.find(({ user }) => user.url === url);
    expect(reported).toMatchObject({ user: { id: duplicate?.id }, tasks: [], removed: [expect.any(String)] });
    await second.stop();
    const third = mirror({ state });
    await world.pass(5000);
    expect(third.events.some(({ user }) => user.url === url)).toBe(false);
    await third.stop();
  });

  test('has no tasks of a user who was removed, or may not be read', async () => {
    const running = mirror();
    await world.pass(5000);
    world.sandbox.control.assignTask(client());
    const body = { code: 404, message: 'The user does not exist.', extra: [] };
    world.sandbox.faults.add({ kind: 'response', status: 404, body, path: /\/tasks\/items$/, times: 1 });
    await world.pass(35_000);
    // By now the lazy module that describes failed responses is loaded, which takes no virtual time.
    await world.pass(5000);
    expect(running.events.at(-1)).toMatchObject({ user: { url: client() }, tasks: [] });
    await running.stop();
  });

  test('waits out failures that may pass, and logs each', async () => {
    world.end();
    const said: string[] = [];
    world = await feedWorld(
      {},
      { logger: { warn: (message: string) => void said.push(message) } as Console, retry: 0 },
    );
    world.sandbox.faults.add({ kind: 'response', status: 503, path: '/p/items', times: 1 });
    world.sandbox.faults.add({ kind: 'response', status: 503, path: /\/tasks\/items$/, times: 3 });
    const running = mirror();
    await world.pass(2 * minute);
    expect(running.held()).toEqual(await world.tasks());
    expect(running.events).toHaveLength(world.people.length);
    expect(said.filter((message) => message.includes('ServerError'))).toHaveLength(4);
    await running.stop();
  });

  test('passes on a failure that does not pass', async () => {
    world.sandbox.faults.add({ kind: 'response', status: 401, path: /\/tasks\/items$/ });
    await expect(world.during(world.care.mirrorTasks().next())).rejects.toMatchObject({ name: 'UnauthorizedError' });
  });

  test('ends at once with the reason of its signal, and asks for nothing more', async () => {
    world.sandbox.settings.latency = 1000;
    const running = mirror();
    await world.pass(3500);
    const before = paths().length;
    expect(await running.stop()).toMatchObject({ message: 'stopped' });
    await world.pass(5 * minute);
    expect(paths()).toHaveLength(before);
  });

  test('reads no further ahead than eight users, and stops when the consumer leaves', async () => {
    world.sandbox.settings.latency = 1000;
    const before = paths().length;
    const first = world.care.mirrorTasks();
    await world.during(first.next());
    await world.pass(minute);
    // The poll, the first page of users and the next one, which was asked for ahead.
    expect(paths().slice(before).length).toBeLessThanOrEqual(3 + 2 * 8);
    await first.return();

    const second = world.care.mirrorTasks();
    await world.during(second.next());
    const asked = paths().length;
    await second.return();
    await world.pass(minute);
    expect(paths()).toHaveLength(asked);
  });
});
