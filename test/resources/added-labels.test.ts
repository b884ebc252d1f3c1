import type { Application, Client, ClientRow, SyncResult } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';

const it = connectedSandbox();

const row: ClientRow = { ...newClient, id: 'NEW-1', labelTexts: { add: ['Waiting list', 'Group B'] } };

/** The texts of the labels that a client has on the platform. */
async function labelsOf(id: string): Promise<string[]> {
  const { labels } = (await it.care.client({ id })).data;
  const all = await it.care.labels().toArray();
  return all.flatMap(({ data }) => (labels?.includes(data.identifier) ? [data.label] : [])).sort();
}

async function run(rows: Parameters<Application['syncClients']>[0]) {
  const results: SyncResult<Client>[] = [];
  for await (const result of it.care.syncClients(rows)) results.push(result);
  return results;
}

describe('`labelTexts: { add }`', () => {
  const { id, ...wanted } = row;

  test('of an upsert adds labels, creates missing ones, and removes none', async () => {
    const created = await it.care.upsertClient(id, { ...wanted, labelTexts: ['By hand'] });
    expect(created.outcome).toBe('created');
    const { outcome, changes, createdLabels } = await it.care.upsertClient(id, wanted);
    expect([outcome, Object.keys(changes), createdLabels]).toEqual([
      'updated',
      ['labels'],
      ['Waiting list', 'Group B'],
    ]);
    expect(await labelsOf(id)).toEqual(['By hand', 'Group B', 'Waiting list']);
    expect(await it.care.upsertClient(id, wanted)).toMatchObject({ outcome: 'unchanged', changes: {} });
    expect(await it.care.upsertClient(id, { ...wanted, labelTexts: { add: [] } })).toMatchObject({
      outcome: 'unchanged',
    });
  });

  test('of an upsert gives a new client these labels', async () => {
    await it.care.upsertClient(id, wanted);
    expect(await labelsOf(id)).toEqual(['Group B', 'Waiting list']);
  });

  test('of a dry run plans what the run does', async () => {
    await it.care.upsertClient(id, { ...wanted, labelTexts: ['By hand'] });
    const plan = await it.care.upsertClient(id, wanted, { dryRun: true });
    expect(plan).toMatchObject({ outcome: 'updated', createdLabels: ['Waiting list', 'Group B'] });
    expect(plan.changes.labels?.to).toHaveLength(3);
    expect(await labelsOf(id)).toEqual(['By hand']);
  });

  test('of a row removes no label that the client got after the list was read', async () => {
    await it.care.upsertClient(id, { ...wanted, labelTexts: [] });
    async function* rows() {
      await (await it.care.client({ id })).setLabels(['By hand']);
      yield row;
    }
    const results = await run(rows());
    expect(results).toMatchObject([{ outcome: 'updated', createdLabels: ['Waiting list', 'Group B'] }]);
    expect(await labelsOf(id)).toEqual(['By hand', 'Group B', 'Waiting list']);
    const before = it.sandbox.journal.length;
    expect(await run([row])).toMatchObject([{ outcome: 'unchanged' }]);
    expect(it.sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /c/items',
      'GET /configuration/labels/items',
    ]);
  });

  test.each([
    ['a text', { add: 'New' }, 'labelTexts.add'],
    ['a number', { add: [7] }, 'labelTexts.add.0'],
    ['another name', { added: ['New'] }, 'labelTexts.added'],
  ])('is refused before anything is sent if it has %s', async (_, labelTexts, name) => {
    const before = it.sandbox.journal.length;
    const failure = await failureOf(it.care.upsertClient(id, { ...wanted, labelTexts: labelTexts as never }));
    expect(failure).toMatchObject({
      name: 'InputError',
      problems: expect.arrayContaining([expect.objectContaining({ name })]),
    });
    expect(it.sandbox.journal).toHaveLength(before);
  });
});

test('a row that adds a label and a relation reads its client once', async () => {
  await it.care.upsertClient('NEW-1', newClient);
  const before = it.sandbox.journal.length;
  const relations = [{ professional: { id: 'PRO-1' }, predicate: 'attends' }] as const;
  expect(await run([{ ...row, relations }])).toMatchObject([{ outcome: 'updated' }]);
  const reads = it.sandbox.journal
    .slice(before)
    .filter(({ method, path }) => method === 'GET' && /^\/c\/\w+$/.test(path));
  expect(reads.filter(({ path }) => path !== '/c/items')).toHaveLength(1);
});

describe('`setLabels({ add })`', () => {
  let client: Client;
  beforeEach(async () => {
    client = await (await it.care.client({ id: 'EHR-1042' })).setLabels(['By hand']);
  });

  test('adds labels to those of the client', async () => {
    const { data } = await client.setLabels({ add: ['New', 'By hand'] });
    expect(data.labels).toHaveLength(2);
    expect(await labelsOf('EHR-1042')).toEqual(['By hand', 'New']);
  });

  test('keeps labels that the client got since it was read, in one request more', async () => {
    const stale = await it.care.client({ id: 'EHR-1042' });
    await client.setLabels(['By somebody else']);
    const before = it.sandbox.journal.length;
    await stale.setLabels({ add: ['By hand'] });
    expect(it.sandbox.journal.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH']);
    expect(await labelsOf('EHR-1042')).toEqual(['By hand', 'By somebody else']);
  });

  test('is refused for a client whose labels the platform does not show', async () => {
    it.sandbox.settings.fields.client.labels = false;
    const blind = await client.refresh();
    const before = it.sandbox.journal.length;
    expect(await failureOf(blind.setLabels({ add: ['New'] }))).toMatchObject({
      name: 'InputError',
      problems: [{ name: 'labels' }],
    });
    expect(it.sandbox.journal).toHaveLength(before);
  });

  test('is refused before anything is sent if `add` is no list', async () => {
    const before = it.sandbox.journal.length;
    const failure = await failureOf(client.setLabels({ add: 'New' } as never));
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'labels.add' }] });
    expect(it.sandbox.journal).toHaveLength(before);
  });
});
