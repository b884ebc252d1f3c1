import { memoryCursor, type UserReference } from 'care-platform';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

let world: FeedWorld;

beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

/** The users of the first listing. */
async function mirroredUsers(): Promise<UserReference[]> {
  const stop = new AbortController();
  const users: UserReference[] = [];
  const ended = (async () => {
    for await (const { user } of world.care.mirrorTasks({ signal: stop.signal, cursor: memoryCursor() }))
      users.push(user);
  })().catch((reason: unknown) => reason);
  await world.pass(5000);
  stop.abort();
  await world.during(ended);
  return users;
}

test('a mirror of tasks names each user by its URL, its external id, and a type by which it can be opened', async () => {
  const { control, baseUrl } = world.sandbox;
  const users = await mirroredUsers();
  const referencesTo = (kind: 'client' | 'friend' | 'professional') =>
    control
      .users(kind)
      .map(({ path, id }) => users.find(({ url, ...rest }) => url === `${baseUrl}${path}` && rest.id === id));
  for (const reference of referencesTo('professional')) {
    expect(reference?.['@type']).toMatch(/user-reference\/professional$/);
  }
  for (const reference of [...referencesTo('client'), ...referencesTo('friend')]) {
    expect(reference?.['@type']).toMatch(/user-reference\/client$/);
  }
  for (const address of referencesTo('professional').slice(0, 1)) {
    expect((await world.during(world.care.professional(address as UserReference))).url).toBe(address?.url);
  }
  expect(users).toHaveLength(world.people.length);
});
