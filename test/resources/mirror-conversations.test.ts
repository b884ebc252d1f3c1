import { type ConversationMirrorOptions, type ConversationMirrorRecord, memoryCursor } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { clientUrl } from '../support/task-mirror.js';

const minute = 60_000;

let world: FeedWorld;
beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

interface Reported {
  readonly user: string;
  readonly conversations: readonly (string | null)[];
  readonly changed: readonly (string | null)[] | undefined;
  readonly removed: readonly string[] | undefined;
}

/** The events of one run, with the subjects of the conversations. */
async function run(options: ConversationMirrorOptions = {}): Promise<Reported[]> {
  const events: Reported[] = [];
  const read = async () => {
    for await (const { user, conversations, changed, removed } of world.care.mirrorConversations({
      once: true,
      ...options,
    })) {
      events.push({
        user: user.url,
        conversations: conversations.map(({ data }) => data.subject),
        changed: changed?.map(({ data }) => data.subject),
        removed,
      });
    }
  };
  await world.during(read());
  return events;
}

const client = () => clientUrl(world);
const add = (subject: string) => world.sandbox.control.addConversation(client(), { subject });
const paths = () => world.sandbox.journal.map(({ path }) => path);
const careUsers = () => world.people.filter((url) => !url.includes('/p/'));

describe('a mirror of conversations', () => {
  test('begins with all clients and friends, and reads no professional', async () => {
    add('A first one');
    await world.pass(1000);
    const events = await run();
    expect(events.map(({ user }) => user).toSorted()).toEqual(careUsers().toSorted());
    expect(events.find(({ user }) => user === client())?.conversations).toContain('A first one');
    expect(paths().filter((path) => path.startsWith('/p'))).toEqual([]);
  });

  test('then reads the users with new conversations or new messages, and says which', async () => {
    const options = { cursor: memoryCursor(), state: new Map<string, ConversationMirrorRecord>(), overlap: 1000 };
    const old = add('An old one');
    await run(options);
    await world.pass(10 * minute);
    add('A new one');
    await world.pass(5000);
    const [first, ...others] = await run(options);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ user: client(), changed: ['A new one'], removed: [] });
    await world.pass(10 * minute);
    world.sandbox.control.newMessage(old);
    await world.pass(5000);
    expect((await run(options)).map(({ changed }) => changed)).toEqual([['An old one']]);
  });

  test('says that a conversation has changed although its last message is of the same second', async () => {
    world.end();
    // No time may pass.
    world = await feedWorld({}, { throttle: new OpenThrottle() });
    const state = new Map<string, ConversationMirrorRecord>();
    const key = add('A lively one');
    const began = world.sandbox.clock.now();
    const changed: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      world.sandbox.control.newMessage(key);
      for await (const event of world.care.mirrorConversations({ once: true, state })) {
        if (event.user.url === client()) changed.push(event.changed?.map(({ data }) => data.subject));
      }
    }
    expect(world.sandbox.clock.now()).toEqual(began);
    expect(changed[1]).toEqual(['A lively one']);
  });

  test('reports a user without access as one without conversations', async () => {
    const options = { cursor: memoryCursor(), state: new Map<string, ConversationMirrorRecord>() };
    add('A first one');
    await run(options);
    await world.pass(10 * minute);
    add('A second one');
    world.sandbox.control.setFeatures(client(), { conversations: false });
    const [event] = await run(options);
    expect(event).toMatchObject({ user: client(), conversations: [], changed: [] });
    expect(event?.removed?.length).toBeGreaterThan(0);
  });

  test('reports a merged client as gone when all users are read again', async () => {
    const options = { cursor: memoryCursor(), state: new Map<string, ConversationMirrorRecord>() };
    add('A first one');
    await run(options);
    const merged = client();
    const survivor = careUsers().find((url) => url !== merged);
    await world.during(world.care.client({ url: survivor ?? '' }).then((kept) => kept.mergeIn({ id: 'EHR-1042' })));
    world.sandbox.clock.advance({ hours: 25 });
    const gone = (await run(options)).find(({ user }) => user === merged);
    expect(gone).toMatchObject({ conversations: [], changed: [] });
    expect(gone?.removed?.length).toBeGreaterThan(0);
  });

  test('skips changes of tasks and of unknown kinds', async () => {
    world.sandbox.settings.mixedChangeTypes = true;
    world.sandbox.settings.unknownTypes = true;
    const cursor = memoryCursor();
    await run({ cursor });
    await world.pass(10 * minute);
    for (const user of world.people) world.sandbox.control.assignTask(user);
    expect(await run({ cursor })).toEqual([]);
  });

  test('comes again with the same user if its consumer was ended', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    await world.pass(10 * minute);
    add('A new one');
    for await (const _ of world.care.mirrorConversations({ once: true, cursor })) break;
    expect((await run({ cursor })).map(({ user }) => user)).toEqual([client()]);
  });
});
