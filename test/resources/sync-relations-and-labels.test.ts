import { type Application, type Client, type ClientRow, connect, isCareError, type SyncPlan } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';
import { newClient } from '../support/people.js';
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

const attends = (id: string) => ({ professional: { id }, predicate: 'attends' }) as const;

const newRows = (count: number, more: Partial<ClientRow> = {}): ClientRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...newClient,
    id: `NEW-${index}`,
    email: `new.${index}@mail.example`,
    ...more,
  }));

/** A run: its results, and how often each kind of request was sent. Ids in paths are left out. */
async function run(rows: readonly ClientRow[], options: Parameters<Application['syncClients']>[1] = {}) {
  const before = sandbox.journal.length;
  const results: SyncPlan<Client>[] = [];
  for await (const result of care.syncClients(rows, options)) results.push(result);
  const requests: Record<string, number> = {};
  for (const { method, path } of sandbox.journal.slice(before)) {
    const request = `${method} ${path.replace(/(\/c)\/(?!items)[^/]+/, '$1/*').replace(/(relations)\/(?!items).+/, '$1/*')}`;
    requests[request] = (requests[request] ?? 0) + 1;
  }
  return { results, requests, counts: results.at(-1)?.counts };
}

const writes = (requests: Record<string, number>) =>
  Object.entries(requests).filter(([request]) => !request.startsWith('GET'));

describe('a sync of rows with texts of labels', () => {
  test('asks once for a label whose creation got no response: each row could make another of that text', async () => {
    sandbox.faults.add({ method: 'POST', path: '/configuration/labels', kind: 'late', milliseconds: 60_000, times: 5 });
    const { results, requests } = await run(newRows(5, { labelTexts: ['New'] }), { concurrency: 1 });
    expect(requests['POST /configuration/labels']).toBe(1);
    expect(results.map((result) => 'error' in result && result.error.name)).toEqual(
      new Array(5).fill('OutcomeUnknownError'),
    );
  });

  test('goes on after many rows whose label could not be created', async () => {
    sandbox.faults.add({ kind: 'response', status: 503, method: 'POST', path: '/configuration/labels' });
    const [last, ...others] = newRows(61, { labelTexts: ['New'] });
    const { counts, requests } = await run([...others, { ...(last as ClientRow), labelTexts: [] }], { concurrency: 1 });
    expect(counts).toMatchObject({ created: 1, failed: 60 });
    expect(requests['POST /configuration/labels']).toBe(1);
  });

  test('reads the labels once, and creates each missing one once', async () => {
    const rows = newRows(10, { labelTexts: ['Waiting list', 'Group B'] });
    const first = await run(rows);
    expect(first.counts).toMatchObject({ created: 10 });
    expect(first.requests['POST /configuration/labels']).toBe(2);
    expect(first.results.flatMap((result) => ('createdLabels' in result ? result.createdLabels : [])).sort()).toEqual([
      'Group B',
      'Waiting list',
    ]);
    const again = await run(rows);
    expect(again.counts).toMatchObject({ unchanged: 10 });
    expect(again.requests).toEqual({ 'GET /c/items': 1, 'GET /configuration/labels/items': 1 });
  });

  test('does not read the labels if no row names texts', async () => {
    expect((await run(newRows(2))).requests).toEqual({ 'GET /c/items': 1, 'POST /c': 2 });
  });

  test('fails each row whose label is refused, and sends that label once', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/configuration/labels', times: 1000 });
    const [first, ...others] = newRows(30, { labelTexts: ['New'] });
    const { counts, requests } = await run([{ ...(first as ClientRow), labelTexts: [] }, ...others], {
      concurrency: 1,
    });
    expect(counts).toMatchObject({ created: 1, failed: 29 });
    expect(requests['POST /configuration/labels']).toBe(1);
  });
});

describe('a row whose label is refused', () => {
  const rows = newRows(4).map((row, index) => ({ ...row, labelTexts: [`Own ${index}`, 'Refused'] }));
  const failures = (results: readonly SyncPlan<Client>[]) =>
    results.flatMap((result) => (result.outcome === 'failed' ? [result] : []));

  test('says which labels were created for it, and has an error of its own', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/configuration/labels', skip: 1 });
    const failed = failures((await run(rows, { concurrency: 1 })).results);
    expect(failed.map(({ done }) => done)).toMatchObject(
      rows.map((_, index) => ({ outcome: 'unchanged', resource: undefined, createdLabels: [`Own ${index}`] })),
    );
    const errors = failed.map(({ error }) => error);
    expect(errors.every((error) => isCareError(error, 'ForbiddenError') && error.status === 403)).toBe(true);
    expect(new Set(errors).size).toBe(4);
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
    expect(new Set(errors.map((error) => isCareError(error, 'ForbiddenError') && error.requestUrl())).size).toBe(1);
  });

  test('has an error of its own too if the rows wait for one lost response', async () => {
    const path = '/configuration/labels';
    sandbox.faults.add({ method: 'POST', path, kind: 'late', milliseconds: 60_000, skip: 4 });
    const errors = failures((await run(rows, { concurrency: 4 })).results).map(({ error }) => error);
    expect(errors.map(({ name, isTransient }) => [name, isTransient])).toEqual(
      new Array(4).fill(['OutcomeUnknownError', true]),
    );
    expect(new Set(errors).size).toBe(4);
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
  });
});

describe('a sync of rows with relations', () => {
  test('asks for the relations of the clients whose rows name them, and changes those that differ', async () => {
    const rows = newRows(6).map((row, index) => (index < 4 ? { ...row, relations: [attends('PRO-1')] } : row));
    const first = await run(rows);
    expect(first.counts).toMatchObject({ created: 6 });
    // A new client has no relations.
    expect(first.requests).toEqual({ 'GET /c/items': 1, 'POST /c': 6, 'POST /c/*/relations': 4 });

    const again = await run(rows);
    expect(again.counts).toMatchObject({ unchanged: 6 });
    expect(again.requests).toEqual({ 'GET /c/items': 1, 'GET /c/*': 4, 'GET /c/*/relations/items': 4 });

    const moved = rows.map((row, index) => (index === 2 ? { ...row, relations: [attends('PRO-2')] } : row));
    const third = await run(moved);
    expect(third.counts).toMatchObject({ updated: 1, unchanged: 5 });
    expect(third.results[2]).toMatchObject({
      outcome: 'updated',
      changes: { relations: { from: [{ professional: { id: 'PRO-1' } }], to: [attends('PRO-2')] } },
      relations: { added: { length: 1 }, removed: { length: 1 }, kept: [] },
    });
    expect(writes(third.requests)).toEqual([
      ['POST /c/*/relations', 1],
      ['DELETE /c/*/relations/*', 1],
    ]);
  });

  test('reads the links of a client once, also if it changes its fields and `active` too', async () => {
    await run(newRows(1));
    const [row] = newRows(1, { infix: 'van', active: true, relations: [attends('PRO-1')] });
    const { requests } = await run([row as ClientRow], { updateActive: true, sendEmail: 'no' });
    expect(requests).toEqual({
      'GET /c/items': 1,
      'PATCH /c/*': 1,
      'GET /c/*': 1,
      'POST /c/*/activation': 1,
      'GET /c/*/relations/items': 1,
      'POST /c/*/relations': 1,
    });
    expect(sandbox.outbox).toEqual([]);
  });

  test('says in a dry run what the run does, and writes nothing', async () => {
    await run(newRows(2));
    const rows = newRows(3, { labelTexts: ['New'], relations: [attends('PRO-1')] });
    const planned = await run(rows, { dryRun: true });
    expect(writes(planned.requests)).toEqual([]);
    const done = await run(rows);
    expect(planned.counts).toEqual(done.counts);
    const summary = (results: readonly SyncPlan<Client>[]) =>
      results.map((result) => ({
        outcome: result.outcome,
        changed: 'changes' in result && Object.keys(result.changes),
        added: 'relations' in result && result.relations?.added.length,
        labels: 'createdLabels' in result && result.createdLabels,
      }));
    expect(summary(planned.results)).toEqual(summary(done.results));
    expect(summary(done.results)[0]).toMatchObject({ changed: ['labels', 'relations'], added: 1, labels: ['New'] });
  });

  test('gives what was done for a row before it failed', async () => {
    await run(newRows(1));
    const rows = newRows(3, { infix: 'van', relations: [attends('PRO-404')] });
    const { results, counts } = await run(rows);
    expect(counts).toMatchObject({ failed: 3 });
    expect(results[0]).toMatchObject({ done: { outcome: 'updated', changes: { infix: { to: 'van' } } } });
    expect(results[1]).toMatchObject({ done: { outcome: 'created' }, error: { problems: [{ name: 'relations.0' }] } });
    const refused = await run(newRows(4, { email: 'fenna.voorbeeld@mail.example' }).slice(3));
    expect(refused.results).toMatchObject([{ outcome: 'failed', done: undefined }]);
  });
});

describe('a sync on a platform that lists clients with their links', () => {
  const rows = newRows(3, { relations: [attends('PRO-1')] });

  test('reads the relations of a client with one request', async () => {
    await start({ settings: { listItemLinks: true } });
    await run(rows);
    const { counts, requests } = await run(rows);
    expect(counts).toMatchObject({ unchanged: 3 });
    expect(requests).toEqual({ 'GET /c/items': 1, 'GET /c/*/relations/items': 3 });
  });

  test('deactivates a client with one request', async () => {
    await start({ settings: { listItemLinks: true } });
    await run(newRows(2, { active: true }), { sendEmail: 'no' });
    const { counts, requests } = await run([], {
      deactivateWithoutRow: { max: 2, filter: ({ data }) => data.id?.startsWith('NEW-') === true },
    });
    expect(counts).toMatchObject({ deactivated: 2 });
    expect(requests).toEqual({ 'GET /c/items': 1, 'POST /c/*/activation': 2 });
  });

  test.each([{ relativeUrls: true }, { unknownTypes: true }] as const)(
    'comes to the same with %j',
    async (settings) => {
      await start({ settings: { listItemLinks: true, ...settings } });
      expect((await run(rows)).counts).toMatchObject({ created: 3 });
      expect((await run(rows)).counts).toMatchObject({ unchanged: 3 });
      const moved = rows.map((row) => ({ ...row, relations: [attends('PRO-2')] }));
      expect((await run(moved)).counts).toMatchObject({ updated: 3 });
      expect((await run(moved)).counts).toMatchObject({ unchanged: 3 });
    },
  );
});

test('a sync that ends and runs again on a bad network comes to the wanted relations and labels', async () => {
  const faults = [{ kind: 'drop', when: 'before' }, { kind: 'drop', when: 'after' }, { kind: 'html' }] as const;
  for (const fault of faults) sandbox.faults.add({ ...fault, path: /^\/(?!$)/, chance: 0.06, times: 1000 });
  const rows = newRows(20, { labelTexts: ['Group B'], relations: [attends('PRO-1'), attends('PRO-2')] });
  let counts: { unchanged: number } | undefined;
  for (let runs = 0; runs < 20 && counts?.unchanged !== rows.length; runs++) {
    counts = (await run(rows).catch(() => undefined))?.counts;
  }
  expect(counts?.unchanged).toBe(rows.length);
  const texts = (await care.labels().toArray()).map(({ data }) => data.label);
  expect(texts.filter((text) => text === 'Group B')).toHaveLength(1);
});
