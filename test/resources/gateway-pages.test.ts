import { type MirrorRecord, memoryCursor } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { clientUrl, runMirror } from '../support/task-mirror.js';

const person = {
  first_name: 'Vera',
  last_name: 'Voorbeeld',
  active: true,
  email: 'vera@mail.example',
  gender: 'f',
  date_of_birth: '1980-02-03',
} as const;

let world: FeedWorld;

beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

describe.each([
  [404, 'NotFoundError'],
  [403, 'ForbiddenError'],
  [401, 'UnauthorizedError'],
  [400, 'BadRequestError'],
] as const)('a page with status %i that a gateway shows instead of the platform', (status, name) => {
  const page = (method: string, path: string | RegExp, times = 1) =>
    world.sandbox.faults.add({ kind: 'html', status, method, path, times });

  test('makes a mirror wait for the tasks of that user, unless it is a 401', async () => {
    page('GET', /\/tasks\/items$/);
    const running = runMirror(world);
    await world.pass(15_000);
    // A gateway that does not accept the token will not accept it later either.
    const waits = status !== 401;
    expect(running.held()).toEqual(waits ? await world.tasks() : {});
    expect(await running.stop()).toMatchObject(waits ? { message: 'stopped' } : { name });
  });

  test('ends a mirror that runs once, and the next run reads all users', async () => {
    const cursor = memoryCursor();
    const state = new Map<string, MirrorRecord>();
    const run = async () => {
      for await (const _ of world.care.mirrorTasks({ once: true, cursor, state }));
    };
    await world.during(run());
    world.sandbox.control.assignTask(clientUrl(world));
    page('GET', /\/tasks\/items$/);
    await expect(world.during(run())).rejects.toMatchObject({ name });
    await world.during(run());
    const { tasks } = state.get(clientUrl(world)) ?? {};
    expect(tasks?.toSorted()).toEqual((await world.tasks())[clientUrl(world)]?.toSorted());
  });

  test('does not make a relation count as removed', async () => {
    const client = await world.care.client({ url: clientUrl(world) });
    page('DELETE', /\/relations\//, 10);
    await expect(world.during(client.syncRelations([]))).rejects.toMatchObject({ name });
    world.sandbox.faults.clear();
    expect((await world.during(client.syncRelations([]))).removed).not.toEqual([]);
  });

  test('starts no second export', async () => {
    const cursor = memoryCursor();
    const starts = () => world.sandbox.journal.filter(({ path, method }) => method === 'POST' && path === '/export');
    const rows = async (leave: boolean) => {
      let count = 0;
      for await (const _ of world.care.exportRows({ name: 'client' }, { cursor })) {
        count++;
        if (leave) break;
      }
      return count;
    };
    await world.during(rows(true));
    page('GET', /\/export\/[^/]+$/);
    await expect(world.during(rows(false))).rejects.toMatchObject({ name });
    page('GET', /\/download$/);
    await expect(world.during(rows(false))).rejects.toMatchObject({ name });
    expect(await world.during(rows(false))).toBeGreaterThan(1);
    expect(starts()).toHaveLength(1);
  });

  test('does not make a dry run say that a client would be created', async () => {
    page('GET', /\/aux\/client\/id\//);
    const run = world.care.upsertClient('EHR-1042', person, { dryRun: true });
    await expect(world.during(run)).rejects.toMatchObject({ name });
  });
});
