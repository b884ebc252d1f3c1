import { type Application, type ClientRow, type ConnectOptions, connect, type SyncResult } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { newClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

async function start(options: SandboxOptions = {}, connection: Partial<ConnectOptions> = {}): Promise<void> {
  sandbox = createSandbox({ limits: false, ...options });
  const { baseUrl, tokens, fetch } = sandbox;
  care?.close();
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle(), ...connection });
}

beforeEach(() => start());
afterEach(() => care.close());

/** A run: its results, the failure that ended it, and what was sent. */
async function run(rows: Parameters<Application['syncClients']>[0], options = {}) {
  const before = sandbox.journal.length;
  const results: SyncResult<object & { data: object }>[] = [];
  const sync = async () => {
    for await (const result of care.syncClients(rows, options)) results.push(result);
  };
  const failure: unknown = await sync().catch((thrown: unknown) => thrown);
  const requests = sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`);
  return { results, failure, requests, outcomes: results.map(({ outcome }) => outcome) };
}

const newRows = (count: number): ClientRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...newClient,
    id: `NEW-${index}`,
    email: `new.${index}@mail.example`,
  }));

const posts = (requests: readonly string[]) => requests.filter((request) => request === 'POST /c');
const errorOf = (result: SyncResult<{ data: object }> | undefined) =>
  result?.outcome === 'failed' ? result.error : undefined;

describe('a row that cannot be used is a failed result, sends nothing, and the others go on:', () => {
  test.each<[string, unknown, string]>([
    ['one with a misspelt field', { ...newClient, id: 'EHR-9', frist_name: 'Nova' }, 'frist_name'],
    ['one without an external id', newClient, 'id'],
    ['one whose external id is a number', { ...newClient, id: 9 }, 'id'],
    ['one whose external id cannot stand in a URL', { ...newClient, id: '..' }, 'id'],
    ['one that is no object', 'EHR-9', '(whole)'],
    ['one with the external id of a row before it', { ...newClient, id: 'NEW-0' }, 'id'],
  ])('%s', async (_, wrong, name) => {
    const [first, second] = newRows(2) as [ClientRow, ClientRow];
    const { results, outcomes, requests } = await run([first, wrong as ClientRow, second]);
    expect(outcomes).toEqual(['created', 'failed', 'created']);
    expect(errorOf(results[1])).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(results[2]?.counts).toEqual({ created: 2, updated: 0, unchanged: 0, deactivated: 0, failed: 1 });
    expect(posts(requests)).toHaveLength(2);
  });
});

test('a row that the platform refuses is a failed result with its error, and the others go on', async () => {
  const [first, second, third] = newRows(3) as [ClientRow, ClientRow, ClientRow];
  const { results, outcomes } = await run([first, { ...second, email: 'fenna.voorbeeld@mail.example' }, third]);
  expect(outcomes).toEqual(['created', 'failed', 'created']);
  expect(results[1]).toMatchObject({ index: 1, id: 'NEW-1' });
  expect(errorOf(results[1])).toMatchObject({ name: 'InvalidInputError', problems: [{ name: 'email' }] });
});

test('a row whose response is lost is verified, and none is created twice', async () => {
  skipPauses();
  sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c', times: 2 });
  const { outcomes } = await run(newRows(5));
  expect(outcomes).toEqual(Array(5).fill('created'));
  expect(sandbox.control.users('client').filter(({ id }) => id?.startsWith('NEW-'))).toHaveLength(5);
});

describe('a sync fails before it writes', () => {
  test.each(['client', 'professional'] as const)('if the platform keeps no external ids of %ss', async (kind) => {
    sandbox.settings.fields[kind].id = false;
    const before = sandbox.journal.length;
    const sync =
      kind === 'client' ? care.syncClients(newRows(3)) : care.syncProfessionals([{ ...newProfessional, id: 'PRO-9' }]);
    expect(await failureOf(sync.next())).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'id' }] });
    expect(sandbox.journal.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  test('if its list fails', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, path: '/c/items' });
    const { failure, requests } = await run(newRows(3));
    expect(failure).toMatchObject({ name: 'ForbiddenError', target: 'clients' });
    expect(requests).toEqual(['GET /c/items']);
  });

  test.each<[string, unknown, object]>([
    ['if its rows cannot be iterated', 5, {}],
    ['if `concurrency` is 0', [], { concurrency: 0 }],
    ['if it is given `extra`', [], { extra: {} }],
    ['if there is no such mail', [], { sendEmail: 'none' }],
  ])('%s', async (_, rows, options) => {
    const { failure, requests } = await run(rows as ClientRow[], options);
    expect(failure).toMatchObject({ name: 'InputError' });
    expect(requests).toEqual([]);
  });
});

test('a platform without clients that keeps no external ids gets one client, and no more', async () => {
  await start({ clients: 0 });
  sandbox.settings.fields.client.id = false;
  const { failure, outcomes, requests } = await run(newRows(20));
  expect(failure).toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'id' }] });
  expect(outcomes).toEqual([]);
  expect(posts(requests)).toHaveLength(1);
});

test('a platform without clients gets all of them, also if it refuses the first', async () => {
  await start({ clients: 0 });
  const [first, ...others] = newRows(20) as [ClientRow, ...ClientRow[]];
  const { failure, outcomes } = await run([{ ...first, email: 'no address' }, { ...first, id: 'OLD' }, ...others]);
  expect(failure).toBeUndefined();
  expect(outcomes).toEqual(['failed', ...Array(20).fill('created')]);
});

describe('a sync ends', () => {
  test('with an `UnauthorizedError` as soon as its token is refused', async () => {
    sandbox.faults.add({ kind: 'response', status: 401, method: 'POST', path: '/c', skip: 2, times: 100 });
    const { failure, outcomes, requests } = await run(newRows(200));
    expect(failure).toMatchObject({ name: 'UnauthorizedError' });
    expect(outcomes).toEqual(['created', 'created']);
    expect(posts(requests).length).toBeLessThan(20);
  });

  test('with a `ClosedError` if the connection is closed', async () => {
    const sync = care.syncClients(newRows(50));
    await sync.next();
    care.close();
    const failure = await failureOf(
      (async () => {
        for await (const { outcome } of sync) expect(outcome).toBe('created');
      })(),
    );
    expect(failure).toMatchObject({ name: 'ClosedError' });
  });

  test('with the reason of its signal, also if its rows hang, and sends nothing more', async () => {
    const stop = new AbortController();
    async function* hanging() {
      yield* newRows(1);
      setImmediate(() => stop.abort(new Error('enough')));
      await new Promise(() => undefined);
    }
    const { failure } = await run(hanging(), { signal: stop.signal });
    expect(failure).toEqual(new Error('enough'));
  });

  test('with the failure of its rows', async () => {
    async function* failing() {
      yield* newRows(1);
      throw new Error('The file is broken.');
    }
    const { failure, outcomes } = await run(failing());
    expect(failure).toEqual(new Error('The file is broken.'));
    expect(outcomes).toEqual(['created']);
  });

  test('by closing its rows if the consumer leaves', async () => {
    let isClosed = false;
    function* rows() {
      try {
        yield* newRows(50);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of care.syncClients(rows())) break;
    expect(isClosed).toBe(true);
    expect(posts(sandbox.journal.map(({ method, path }) => `${method} ${path}`)).length).toBeLessThan(20);
  });

  test('if 50 rows in succession are forbidden and none was accepted', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/c', times: 1000 });
    const { failure, outcomes } = await run(newRows(200));
    expect(failure).toMatchObject({ name: 'ForbiddenError' });
    expect(outcomes).toEqual(Array(50).fill('failed'));
  });

  test('if 50 rows in succession fail since the platform does', async () => {
    skipPauses();
    await care.upsertClient('EHR-9', newClient);
    sandbox.faults.add({ kind: 'html', method: 'POST', path: '/c', times: 10_000 });
    const rows = [{ ...newClient, id: 'EHR-9', infix: 'van' }, ...newRows(200)];
    const { failure, outcomes } = await run(rows);
    expect(failure).toMatchObject({ method: 'POST' });
    expect(outcomes).toEqual(['updated', ...Array(50).fill('failed')]);
  });
});

test('a sync that may write some clients goes on, however many are forbidden', async () => {
  await care.upsertClient('EHR-9', newClient);
  sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/c', times: 1000 });
  const { failure, results } = await run([{ ...newClient, id: 'EHR-9', infix: 'van' }, ...newRows(70)]);
  expect(failure).toBeUndefined();
  expect(results.at(-1)?.counts).toEqual({ created: 0, updated: 1, unchanged: 0, deactivated: 0, failed: 70 });
});

test('a sync that was ended does the rest when it runs again', async () => {
  const rows = newRows(60);
  let count = 0;
  for await (const _ of care.syncClients(rows)) if (++count === 20) break;
  const { failure, results } = await run(rows);
  expect(failure).toBeUndefined();
  const { created = 0, unchanged = 0, failed } = results.at(-1)?.counts ?? {};
  expect([created + unchanged, failed]).toEqual([60, 0]);
  expect(unchanged).toBeGreaterThanOrEqual(20);
  expect(sandbox.control.users('client').filter(({ id }) => id?.startsWith('NEW-'))).toHaveLength(60);
});

test('a sync with `retry: { until }` waits for an outage to end, and loses no row', async () => {
  skipPauses();
  await start({}, { retry: { until: '15m' } });
  await care.upsertClient('EHR-9', newClient);
  sandbox.faults.add({ kind: 'response', status: 503, path: /^\/c/, skip: 3, times: 40 });
  const { failure, results, requests } = await run(newRows(20));
  expect(failure).toBeUndefined();
  expect(results.at(-1)?.counts).toMatchObject({ created: 20, failed: 0 });
  expect(posts(requests).length).toBeGreaterThan(20);
});

test('a sync that runs again and again on a bad network creates no client twice, and sends each mail once', async () => {
  skipPauses();
  const faults = [
    { kind: 'drop', when: 'before' },
    { kind: 'drop', when: 'after' },
    { kind: 'html' },
    { kind: 'truncate' },
    { kind: 'response', status: 503, afterWork: true },
  ] as const;
  for (const fault of faults) sandbox.faults.add({ ...fault, path: /^\/(?!$)/, chance: 0.06, times: 1000 });
  const rows = newRows(40).map((row, index) => ({ ...row, active: index % 2 === 0 }));
  let last: SyncResult<{ data: object }> | undefined;
  for (let runs = 0; runs < 20 && last?.counts.unchanged !== rows.length; runs++) {
    const { results } = await run(rows);
    last = results.at(-1);
  }
  expect(last?.counts).toEqual({ created: 0, updated: 0, unchanged: rows.length, deactivated: 0, failed: 0 });
  const created = sandbox.control.users('client').filter(({ id }) => id?.startsWith('NEW-'));
  expect(created.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(sandbox.outbox).toHaveLength(20);
});
