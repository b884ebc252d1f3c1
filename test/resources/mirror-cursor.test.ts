import { type MirrorOptions, memoryCursor } from 'care-platform';
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

describe('the cursor of a mirror', () => {
  test('moves only when all users were read, so that what broke off begins again', async () => {
    const cursor = memoryCursor();
    let events = 0;
    for await (const _ of world.care.mirrorTasks({ cursor })) if (++events === 3) break;
    expect(await cursor.get()).toBeUndefined();
    const running = mirror({ cursor });
    await world.pass(5000);
    expect(running.events).toHaveLength(world.people.length);
    expect(await cursor.get()).toBeDefined();
    await running.stop();
  });

  test('lets another process go on with the changes alone', async () => {
    const cursor = memoryCursor();
    await world.during(
      (async () => {
        let events = 0;
        for await (const _ of world.care.mirrorTasks({ cursor, overlap: 1000, interval: 10_000 })) {
          if (++events === world.people.length) world.sandbox.control.assignTask(client());
          if (events > world.people.length) return;
        }
      })(),
    );
    await world.pass(10 * minute);
    const running = mirror({ cursor });
    await world.pass(5000);
    expect(running.events.map(({ user }) => user.url)).toEqual([client()]);
    await running.stop();
  });

  test('older than 24 hours means that all users are read again', async () => {
    const cursor = memoryCursor();
    const first = mirror({ cursor });
    await world.pass(5000);
    await first.stop();
    for (const user of world.people) world.sandbox.control.assignTask(user);
    world.sandbox.clock.advance({ hours: 25 });
    const second = mirror({ cursor });
    await world.pass(5000);
    expect(second.held()).toEqual(await world.tasks());
    await second.stop();
  });
});
