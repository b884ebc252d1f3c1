import { setImmediate as turn } from 'node:timers/promises';
import { type Application, Client, type ClientRow, connect, type SyncPlan } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';

let sandbox: Sandbox;
let care: Application;
let throttle: OpenThrottle;

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = createSandbox({ limits: false, ...options });
  const { baseUrl, tokens, fetch } = sandbox;
  care?.close();
  throttle = new OpenThrottle();
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle });
}

beforeEach(() => start());
afterEach(() => care.close());

/** What was sent while the job ran, by method and path below the base URL. */
async function requestsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; requests: string[] }> {
  const before = sandbox.journal.length;
  const result = await job();
  return { result, requests: sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`) };
}

/** Each client of the sandbox that has an external id, as the other system would have it. */
async function rowsOfAll(): Promise<ClientRow[]> {
  const rows: ClientRow[] = [];
  for await (const { data } of care.clients()) {
    if (!('gender' in data) || typeof data.id !== 'string') continue;
    const { id, first_name, last_name, email, gender, date_of_birth, active } = data;
    rows.push({ id, first_name, last_name, email, gender, date_of_birth: date_of_birth ?? '', active } as ClientRow);
  }
  return rows;
}

const newRows = (count: number): ClientRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...newClient,
    id: `NEW-${index}`,
    email: `new.${index}@mail.example`,
  }));

const outcomes = (results: readonly SyncPlan<Client>[]) => results.map(({ outcome }) => outcome);

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const all = (...parameters: Parameters<Application['syncClients']>) => listed(care.syncClients(...parameters));

describe('syncClients', () => {
  test('lists all clients once, and sends one request for each that differs', async () => {
    await start({ clients: 250 });
    const rows = await rowsOfAll();
    expect(rows.length).toBeGreaterThan(200);
    const changed = rows.map((row, index) => (index % 50 === 7 ? { ...row, phone_number: '000-7' } : row));
    const { result, requests } = await requestsOf(() => all([...changed, ...newRows(3)]));
    const differing = changed.filter(({ phone_number }) => phone_number !== undefined).length;
    expect(result.at(-1)?.counts).toEqual({
      created: 3,
      updated: differing,
      unchanged: rows.length - differing,
      deactivated: 0,
      failed: 0,
    });
    const pages = Math.ceil(sandbox.control.users().filter(({ path }) => path?.startsWith('/c/')).length / 99);
    expect(requests.filter((request) => request === 'GET /c/items')).toHaveLength(pages);
    expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(differing);
    expect(requests.filter((request) => request === 'POST /c')).toHaveLength(3);
    expect(requests).toHaveLength(pages + differing + 3);

    const again = await requestsOf(() => all([...changed, ...newRows(3)]));
    expect(new Set(outcomes(again.result))).toEqual(new Set(['unchanged']));
    expect(again.requests).toHaveLength(pages);
  });

  test('gives a result for each row, in their order, with the changes and the client before and after', async () => {
    await care.upsertClient('EHR-9', newClient);
    const results = await all([
      { ...newClient, id: 'EHR-10', email: 'ten@mail.example' },
      { ...newClient, id: 'EHR-9', infix: 'van' },
    ]);
    expect(results.map(({ index, id, outcome, counts }) => [index, id, outcome, counts])).toEqual([
      [0, 'EHR-10', 'created', { created: 1, updated: 0, unchanged: 0, deactivated: 0, failed: 0 }],
      [1, 'EHR-9', 'updated', { created: 1, updated: 1, unchanged: 0, deactivated: 0, failed: 0 }],
    ]);
    const [, updated] = results;
    if (updated === undefined || updated.outcome === 'failed') throw new Error('It was not updated.');
    expect(updated.changes).toEqual({ infix: { from: null, to: 'van' } });
    expect(updated.before?.data.infix).toBeNull();
    expect(updated.resource).toBeInstanceOf(Client);
    expect(updated.resource?.data.infix).toBe('van');
    expect(await updated.resource?.tasks().toArray()).toEqual([]);
  });

  test('takes rows as they are when they come, also if they have to wait', async () => {
    await start({ clients: 0 });
    const row = { ...newClient, id: '', email: '' };
    function* reused() {
      for (const { id, email } of newRows(20)) yield Object.assign(row, { id, email });
    }
    expect(new Set(outcomes(await all(reused())))).toEqual(new Set(['created']));
    expect((await care.client({ id: 'NEW-3' })).data.email).toBe('new.3@mail.example');
  });

  test('works on as many rows at a time as `concurrency` says', async () => {
    let running = 0;
    let most = 0;
    const fetch: typeof sandbox.fetch = async (input, init) => {
      most = Math.max(most, ++running);
      try {
        return await sandbox.fetch(input, init);
      } finally {
        running--;
      }
    };
    const { baseUrl, tokens } = sandbox;
    care.close();
    care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
    await all(newRows(30), { concurrency: 3 });
    expect(most).toBe(3);
  });

  test('with `dryRun` sends nothing but the list, and gives what the run does', async () => {
    const [first, ...others] = await rowsOfAll();
    if (first === undefined) throw new Error('The sandbox has no clients.');
    const rows = [{ ...first, infix: 'van' }, ...others, ...newRows(2)];
    const planned = await requestsOf(() => all(rows, { dryRun: true }));
    expect(planned.requests).toEqual(['GET /c/items']);
    const done = await all(rows);
    expect(outcomes(planned.result)).toEqual(outcomes(done));
    const changes = (results: readonly SyncPlan<Client>[]) =>
      results.map((result) => 'changes' in result && result.changes);
    expect(changes(planned.result)).toEqual(changes(done));
    expect(planned.result.at(-1)).toMatchObject({ outcome: 'created', resource: undefined });
  });

  test('changes `active` only with `updateActive`, with the mail of `sendEmail`', async () => {
    await care.upsertClient('EHR-9', newClient);
    const rows = [{ ...newActiveClient, id: 'EHR-9' }];
    expect(outcomes(await all(rows))).toEqual(['unchanged']);
    const { result, requests } = await requestsOf(() => all(rows, { updateActive: true, sendEmail: 'no' }));
    expect(result).toMatchObject([{ outcome: 'updated', changes: { active: { from: false, to: true } } }]);
    // The links of an item of a list are read when they are needed.
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'GET', 'POST']);
    expect(sandbox.outbox).toEqual([]);
    expect((await care.client({ id: 'EHR-9' })).data.active).toBe(true);
  });

  test('reads and aligns a client that the list did not show, if its creation is refused', async () => {
    async function* rows() {
      await care.createClient({ ...newClient, id: 'EHR-9' });
      yield { ...newClient, id: 'EHR-9', infix: 'van' };
    }
    const { result, requests } = await requestsOf(() => all(rows()));
    expect(result).toMatchObject([{ outcome: 'updated', changes: { infix: { from: null, to: 'van' } } }]);
    expect(requests.slice(2, 4)).toEqual(['POST /c', 'GET /aux/client/id/EHR-9']);
    expect(requests).toHaveLength(5);
  });

  test('leaves out what the platform does not keep', async () => {
    sandbox.settings.fields.client.phone_number = false;
    await care.upsertClient('EHR-9', newClient);
    const { result, requests } = await requestsOf(() => all([{ ...newClient, id: 'EHR-9', phone_number: '000-7' }]));
    expect(outcomes(result)).toEqual(['unchanged']);
    expect(requests).toEqual(['GET /c/items']);
  });

  test.each([{ listItemLinks: true }, { relativeUrls: true }, { totals: 'null' }, { unknownTypes: true }] as const)(
    'works on a platform with the setting %j',
    async (settings) => {
      await start({ settings });
      await care.upsertClient('EHR-9', newClient);
      const rows = [{ ...newClient, id: 'EHR-9', infix: 'van' }, ...newRows(1)];
      expect(outcomes(await all(rows))).toEqual(['updated', 'created']);
      expect((await care.client({ id: 'EHR-9' })).data.infix).toBe('van');
      expect(outcomes(await all(rows))).toEqual(['unchanged', 'unchanged']);
    },
  );

  test('gives each result before it needs the next row', async () => {
    const seen: string[] = [];
    async function* rows() {
      for (const row of newRows(3)) {
        yield row;
        while (!seen.includes(row.id)) await turn();
      }
    }
    for await (const { id = '' } of care.syncClients(rows())) seen.push(id);
    expect(seen).toEqual(['NEW-0', 'NEW-1', 'NEW-2']);
  });

  test('waits in the throttle behind interactive calls', async () => {
    await all([...newRows(2), { ...newClient, id: 'EHR-1042' }]);
    expect(new Set(throttle.priorities.slice(1))).toEqual(new Set(['bulk']));
  });

  test('of no rows reads the list and gives nothing', async () => {
    expect(await requestsOf(() => all([]))).toEqual({ result: [], requests: ['GET /c/items'] });
  });
});

test('syncProfessionals lists all once, and sends one request for each that differs', async () => {
  await care.upsertProfessional('PRO-9', newProfessional);
  const rows = [
    { ...newProfessional, id: 'PRO-9', description: 'New here.' },
    { ...newProfessional, id: 'PRO-10', email: 'ten@mail.example' },
  ];
  const { result, requests } = await requestsOf(() => listed(care.syncProfessionals(rows)));
  expect(result.map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
  expect(requests[0]).toBe('GET /p/items');
  expect(
    requests
      .slice(1)
      .map((request) => request.split(' ')[0])
      .sort(),
  ).toEqual(['PATCH', 'POST']);
  const again = await listed(care.syncProfessionals(rows));
  expect(again.at(-1)?.counts).toEqual({ created: 0, updated: 0, unchanged: 2, deactivated: 0, failed: 0 });
});
