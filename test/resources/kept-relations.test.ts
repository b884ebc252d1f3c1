import type { Client, ClientRow, NewRelation, SyncResult } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';

const it = connectedSandbox();

const relation = (id: string, predicate: NewRelation['predicate'] = 'attends'): NewRelation => ({
  professional: { id },
  predicate,
});

let client: Client;

beforeEach(async () => {
  client = (await it.care.upsertClient('NEW-1', { ...newClient, relations: [relation('PRO-1')] })).resource;
});

/** The relations of the client on the platform, such as `attends PRO-1`. */
async function relationsNow(): Promise<string[]> {
  const relations = await client.relations().toArray();
  return relations.map(({ data }) => `${data.predicate} ${data.professional.id}`).sort();
}

const add = [relation('PRO-1'), relation('PRO-2'), relation('PRO-1', 'supervises')];
const all = ['attends PRO-1', 'attends PRO-2', 'supervises PRO-1'];

describe('`{ add }` of relations', () => {
  test('adds those that are missing, and removes none', async () => {
    const { added, removed, kept } = await client.syncRelations({ add });
    expect([added.length, removed.length, kept.length]).toEqual([2, 0, 1]);
    expect(await relationsNow()).toEqual(all);
    const again = await client.syncRelations({ add: [] });
    expect([again.added.length, again.removed.length, again.kept.length]).toEqual([0, 0, 3]);
    expect(await relationsNow()).toEqual(all);
  });

  test('says in a dry run what it would add, and writes nothing', async () => {
    const plan = await client.syncRelations({ add }, { dryRun: true });
    expect([plan.added, plan.removed, plan.kept.length]).toEqual([add.slice(1), [], 1]);
    expect(await relationsNow()).toEqual(['attends PRO-1']);
  });

  test('of an upsert gives all relations before and after', async () => {
    await client.syncRelations([relation('PRO-3')]);
    const plan = await it.care.upsertClient('NEW-1', { ...newClient, relations: { add } }, { dryRun: true });
    const { outcome, changes } = await it.care.upsertClient('NEW-1', { ...newClient, relations: { add } });
    expect([plan.outcome, outcome]).toEqual(['updated', 'updated']);
    for (const { from, to } of [plan.changes.relations, changes.relations].map((change) => change ?? expect.fail())) {
      expect(from).toMatchObject([{ professional: { id: 'PRO-3' } }]);
      expect(to).toMatchObject([{ professional: { id: 'PRO-3' } }, ...add]);
    }
    expect(await relationsNow()).toEqual([...all.slice(0, 2), 'attends PRO-3', ...all.slice(2)]);
    expect(await it.care.upsertClient('NEW-1', { ...newClient, relations: { add } })).toMatchObject({
      outcome: 'unchanged',
      changes: {},
    });
  });

  test('of a row gives a new client these relations, and changes nothing at the second run', async () => {
    const rows: ClientRow[] = [{ ...newClient, id: 'NEW-2', email: 'new.2@mail.example', relations: { add } }];
    const results: SyncResult<Client>[] = [];
    for await (const result of it.care.syncClients(rows)) results.push(result);
    for await (const result of it.care.syncClients(rows)) results.push(result);
    expect(results).toMatchObject([
      { outcome: 'created', changes: { relations: { from: undefined, to: add } } },
      { outcome: 'unchanged' },
    ]);
  });

  test('names a relation that was refused by its place', async () => {
    const failure = await failureOf(client.syncRelations({ add: [relation('PRO-1'), relation('nobody')] }));
    expect(failure).toMatchObject({ name: 'BadRequestError', problems: [{ name: 'relations.add.1' }] });
    expect(await relationsNow()).toEqual(['attends PRO-1']);
  });

  test.each([
    ['no list', { add: relation('PRO-1') }, 'relations.add'],
    ['a wrong predicate', { add: [{ ...relation('PRO-1'), predicate: 'knows' }] }, 'relations.add.0.predicate'],
    ['another name', { added: [] }, 'relations.added'],
  ])('is refused before anything is sent if it has %s', async (_, relations, name) => {
    const before = it.sandbox.journal.length;
    const problems = expect.arrayContaining([expect.objectContaining({ name })]);
    for (const call of [
      client.syncRelations(relations as never),
      it.care.upsertClient('NEW-1', { ...newClient, relations: relations as never }),
    ]) {
      expect(await failureOf(call)).toMatchObject({ name: 'InputError', problems });
    }
    expect(it.sandbox.journal).toHaveLength(before);
  });
});
