import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

let world: FeedWorld;

beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

test('a mirror of tasks passes over changes of conversations that the feed mixes in', async () => {
  const { control, settings } = world.sandbox;
  const user = world.people.find((url) => url.includes('/c/')) ?? '';
  settings.mixedChangeTypes = true;
  const stop = new AbortController();
  const users: string[] = [];
  const ended = (async () => {
    for await (const event of world.care.mirrorTasks({ signal: stop.signal })) users.push(event.user.url);
  })().catch((reason: unknown) => reason);
  await world.pass(5000);
  users.length = 0;
  control.addConversation(user);
  await world.pass(120_000);
  expect(users).toEqual([]);
  control.assignTask(user);
  await world.pass(120_000);
  expect(new Set(users)).toEqual(new Set([user]));
  stop.abort(new Error('enough'));
  expect(await ended).toBe(stop.signal.reason);
});
