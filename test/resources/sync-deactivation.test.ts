import {
  type Application,
  Client,
  type ClientRow,
  connect,
  type Professional,
  type SyncOptions,
  type SyncPlan,
} from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';
import { newActiveClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

async function start(options: SandboxOptions = {}): Promise<void> {
  skipPauses();
  sandbox = createSandbox({ limits: false, ...options });
  const { baseUrl, tokens, fetch } = sandbox;
  care?.close();
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
}

beforeEach(() => start());
afterEach(() => care.close());

const row = (index: number): ClientRow => ({
  ...newActiveClient,
  id: `NEW-${index}`,
  email: `new.${index}@mail.example`,
});
const rows = [0, 1, 2, 3].map(row);
const isNew = ({ data }: Client) => data.id?.startsWith('NEW-') === true;

/** A run: its results, the failure that ended it, and what was sent that writes. */
async function run(rows: readonly unknown[], options: Parameters<Application['syncClients']>[1]) {
  const before = sandbox.journal.length;
  const results: SyncPlan<Client>[] = [];
  let failure: unknown;
  try {
    for await (const result of care.syncClients(rows as readonly ClientRow[], options)) results.push(result);
  } catch (thrown) {
    failure = thrown;
  }
  const requests = sandbox.journal
    .slice(before)
    .map(({ method, path }) => `${method} ${path.replace(/^\/c\/(?!items)[^/]+/, '/c/*')}`);
  return { results, failure, requests, writes: requests.filter((request) => !request.startsWith('GET')) };
}

async function activeNew(): Promise<string[]> {
  const clients = await care.clients().ofKind(Client).filter(isNew).toArray();
  return clients.filter(({ data }) => data.active).map(({ data }) => data.id ?? '');
}

/** Creates the clients of all rows, as an earlier night did, without mail. */
async function earlierNight(): Promise<void> {
  for await (const { outcome } of care.syncClients(rows, { sendEmail: 'no' })) expect(outcome).toBe('created');
}

describe('a sync with `deactivateWithoutRow`', () => {
  beforeEach(earlierNight);

  test('leaves a user active whose email a row has under another id', async () => {
    const renumbered = { ...row(1), id: 'MERGED-1', email: 'New.1@mail.example' };
    const moved = { ...row(2), id: 'MERGED-2' };
    const { results } = await run([row(0), renumbered, moved], { deactivateWithoutRow: { max: 1, filter: isNew } });
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['NEW-0', 'unchanged'],
      ['MERGED-1', 'failed'],
      ['MERGED-2', 'failed'],
      ['NEW-3', 'deactivated'],
    ]);
    expect(await activeNew()).toEqual(['NEW-0', 'NEW-1', 'NEW-2']);
  });

  test('deactivates active clients without a row after the last row, without mail', async () => {
    const { results, writes } = await run([row(0), row(2)], { deactivateWithoutRow: { max: 2, filter: isNew } });
    expect(results.map(({ index, id, outcome }) => [index, id, outcome])).toEqual([
      [0, 'NEW-0', 'unchanged'],
      [1, 'NEW-2', 'unchanged'],
      [undefined, 'NEW-1', 'deactivated'],
      [undefined, 'NEW-3', 'deactivated'],
    ]);
    expect(results[2]).toMatchObject({
      changes: { active: { from: true, to: false } },
      before: { data: { active: true } },
      resource: { data: { active: false } },
    });
    expect(results.at(-1)?.counts).toEqual({ created: 0, updated: 0, unchanged: 2, deactivated: 2, failed: 0 });
    expect(writes).toEqual(['POST /c/*/activation', 'POST /c/*/activation']);
    expect(await activeNew()).toEqual(['NEW-0', 'NEW-2']);
    expect(sandbox.outbox).toEqual([]);

    const again = await run([row(0), row(2)], { deactivateWithoutRow: { max: 2, filter: isNew } });
    expect(again.results.at(-1)?.counts).toMatchObject({ unchanged: 2, deactivated: 0 });
    expect(again.writes).toEqual([]);
  });

  test('sends the mail of a deactivation only with `notify`', async () => {
    await run(rows.slice(1), { deactivateWithoutRow: { max: 1, filter: isNew, notify: true } });
    expect(sandbox.outbox).toMatchObject([{ kind: 'deactivation' }]);
  });

  test('leaves clients without an external id, inactive ones, friends, and those that its filter leaves out', async () => {
    await care.upsertClient('OTHER-1', { ...newActiveClient }, { sendEmail: 'no' });
    const { data } = await care.createClient({ ...newActiveClient, email: 'none@mail.example' }, { sendEmail: 'no' });
    const asked: (string | null | undefined)[] = [];
    const filter = (client: Client) => {
      asked.push(client.data.id);
      return isNew(client);
    };
    const { results } = await run(rows.slice(1), { deactivateWithoutRow: { max: 9, filter } });
    expect(results.filter(({ outcome }) => outcome === 'deactivated')).toMatchObject([{ id: 'NEW-0' }]);
    expect(asked).toContain('OTHER-1');
    expect(asked).not.toContain(data.id ?? undefined);
    expect((await care.client({ id: 'OTHER-1' })).data.active).toBe(true);
  });

  test.each([async () => false, () => 'no'])('deactivates nobody if its filter returns no boolean', async (filter) => {
    const { failure, writes } = await run(rows.slice(1), { deactivateWithoutRow: { max: 9, filter: filter as never } });
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'deactivateWithoutRow.filter' }] });
    expect(writes).toEqual([]);
  });

  test('deactivates nobody if there are more than `max`, and says how many', async () => {
    const { results, failure, writes } = await run([row(0)], { deactivateWithoutRow: { max: 2, filter: isNew } });
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'deactivateWithoutRow.max' }] });
    expect(results.at(-1)?.counts).toMatchObject({ unchanged: 1, deactivated: 0 });
    expect(writes).toEqual([]);
    expect(await activeNew()).toHaveLength(4);
  });

  test.each([
    ['no external id', { ...newActiveClient }],
    ['a number for an external id', { ...row(1), id: 1 }],
    ['no fields', 'NEW-1'],
  ])('deactivates nobody if a row has %s', async (_, wrong) => {
    const { results, failure, writes } = await run([row(0), wrong], {
      deactivateWithoutRow: { max: 9, filter: isNew },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'failed']);
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'rows' }] });
    expect(writes).toEqual([]);
  });

  test('does not take a row that failed for no row', async () => {
    const wrong = { ...row(1), frist_name: 'Nova' };
    const { results } = await run([row(0), wrong, row(2)], { deactivateWithoutRow: { max: 9, filter: isNew } });
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['NEW-0', 'unchanged'],
      ['NEW-1', 'failed'],
      ['NEW-2', 'unchanged'],
      ['NEW-3', 'deactivated'],
    ]);
  });

  test('deactivates nobody if the rows fail, or the consumer leaves', async () => {
    async function* broken() {
      yield row(0);
      throw new Error('The file is broken.');
    }
    const options = { deactivateWithoutRow: { max: 9, filter: isNew } };
    const reading = async () => {
      for await (const { outcome } of care.syncClients(broken(), options)) expect(outcome).toBe('unchanged');
    };
    await expect(reading()).rejects.toThrow('The file is broken.');
    for await (const _ of care.syncClients([row(0)], options)) break;
    expect(await activeNew()).toHaveLength(4);
  });

  test('says in a dry run what the run does, and writes nothing', async () => {
    const options = { deactivateWithoutRow: { max: 2, filter: isNew } };
    const planned = await run([row(0), row(2)], { ...options, dryRun: true });
    expect(planned.writes).toEqual([]);
    const done = await run([row(0), row(2)], options);
    const summary = (results: readonly SyncPlan<Client>[]) =>
      results.map(({ id, outcome, counts }) => [id, outcome, counts]);
    expect(summary(planned.results)).toEqual(summary(done.results));
    const tooMany = await run([row(0)], { deactivateWithoutRow: { max: 0 }, dryRun: true });
    expect(tooMany.failure).toMatchObject({ name: 'InputError' });
  });

  test('gives a failed result for a client that cannot be deactivated, and goes on', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: /activation/ });
    const options = { deactivateWithoutRow: { max: 2, filter: isNew }, concurrency: 1 };
    const { results } = await run([row(0), row(2)], options);
    expect(results.slice(2)).toMatchObject([
      { index: undefined, id: 'NEW-1', outcome: 'failed', error: { name: 'ForbiddenError' }, done: undefined },
      { index: undefined, id: 'NEW-3', outcome: 'deactivated' },
    ]);
  });

  test('takes a client that somebody deactivated meanwhile as deactivated', async () => {
    async function* slow() {
      yield* rows.slice(1);
      await (await care.client({ id: 'NEW-0' })).deactivate({ sendEmail: 'no' });
    }
    const results: SyncPlan<Client>[] = [];
    for await (const result of care.syncClients(slow(), { deactivateWithoutRow: { max: 9, filter: isNew } })) {
      results.push(result);
    }
    expect(results.at(-1)).toMatchObject({ id: 'NEW-0', outcome: 'deactivated' });
  });

  test('runs again and again on a bad network and sends each mail once', async () => {
    const faults = [{ kind: 'drop', when: 'before' }, { kind: 'drop', when: 'after' }, { kind: 'html' }] as const;
    for (const fault of faults) sandbox.faults.add({ ...fault, path: /^\/(?!$)/, chance: 0.1, times: 1000 });
    const options = { deactivateWithoutRow: { max: 9, filter: isNew, notify: true } };
    let left = 4;
    for (let runs = 0; runs < 30 && left > 0; runs++) {
      await run([], options);
      left = (await activeNew().catch(() => ['unknown'])).length;
    }
    expect(left).toBe(0);
    expect(sandbox.outbox).toHaveLength(4);
  });

  test.each([
    ['deactivateWithoutRow.max', { max: -1 }],
    ['deactivateWithoutRow.max', { max: 'all' }],
    ['deactivateWithoutRow.filter', { max: 1, filter: 'NEW-' }],
    ['deactivateWithoutRow.mail', { max: 1, mail: true }],
  ])('refuses a wrong `%s` before it sends anything', async (name, wrong) => {
    const { failure, requests } = await run([], { deactivateWithoutRow: wrong as never });
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(requests).toEqual([]);
  });
});

test('professionals without a row are deactivated with the mail that the platform always sends', async () => {
  await care.upsertProfessional('NEW-9', { ...newProfessional, active: true });
  const options: SyncOptions<Professional> = {
    deactivateWithoutRow: { max: 1, filter: ({ data }) => data.id === 'NEW-9' },
  };
  const outcomes: string[] = [];
  for await (const { outcome } of care.syncProfessionals([], options)) outcomes.push(outcome);
  expect(outcomes).toEqual(['deactivated']);
  expect(sandbox.outbox).toHaveLength(1);
  const refused = care.syncProfessionals([], { deactivateWithoutRow: { max: 1, notify: false } as never }).next();
  await expect(refused).rejects.toMatchObject({ problems: [{ name: 'deactivateWithoutRow.notify' }] });
});
