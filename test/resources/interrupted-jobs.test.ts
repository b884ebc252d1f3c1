import type { Client, NewRelation } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { failureOf } from '../support/failure.js';
import { newActiveClient } from '../support/people.js';

const it = connectedSandbox();
let client: Client;

beforeEach(async () => {
  client = await it.care.client({ id: 'EHR-1042' });
});

const quiet = { sendEmail: 'no' } as const;
const refusedThenWanted: NewRelation[] = [
  { professional: { id: 'NOBODY' }, predicate: 'attends' },
  { professional: { id: 'PRO-1' }, predicate: 'supervises' },
];

/** Jobs of several steps, each with the step that gets no response. Before it, something was done or refused. */
const jobs = {
  'the activation of a created client': {
    stalled: { method: 'POST', path: /activation$/ },
    run: (signal: AbortSignal) => it.care.createClient(newActiveClient, { ...quiet, signal }),
  },
  'the activation of an upserted client': {
    stalled: { method: 'POST', path: /activation$/ },
    run: (signal: AbortSignal) => it.care.upsertClient('EHR-9', newActiveClient, { ...quiet, signal }),
  },
  'the labels of a client, after one was created': {
    stalled: { method: 'PATCH' },
    run: (signal: AbortSignal) => client.setLabels(['Quite new'], { signal }),
  },
  'a relation, after another was refused': {
    stalled: { method: 'POST', path: /relations$/, skip: 1 },
    run: (signal: AbortSignal) => client.syncRelations(refusedThenWanted, { signal }),
  },
};

const reasons = {
  'an error of the caller': () => new Error('shutting down'),
  'the default reason': () => new DOMException('This operation was aborted', 'AbortError'),
  null: () => null,
};

/** Runs the job until its stalled request was sent, and aborts it. */
async function abort({ stalled, run }: (typeof jobs)[keyof typeof jobs], reason: unknown): Promise<unknown> {
  const stop = new AbortController();
  it.sandbox.faults.add({ kind: 'stall', when: 'before', ...stalled });
  const thrown = run(stop.signal).then(
    () => 'it ended',
    (failure: unknown) => ({ failure }),
  );
  await expect.poll(() => it.sandbox.faults.pending).toEqual([]);
  stop.abort(reason);
  return thrown;
}

describe.each(Object.entries(jobs))('an abort while it waits for %s', (_, job) => {
  test.each(Object.entries(reasons))('rejects with the reason itself, unchanged: %s', async (_, reasonOf) => {
    const reason = reasonOf();
    expect(await abort(job, reason)).toEqual({ failure: reason });
    if (reason === null) return;
    expect(reason).toMatchObject({ message: reasonOf()?.message });
    expect(Object.keys(reason)).toEqual([]);
    expect(reason).not.toHaveProperty('resourceUrl');
  });
});

test('the failure that ends `syncRelations` is thrown, not a refusal before it', async () => {
  const revoked = { code: 401, message: 'Revoked' };
  const times = { skip: 1, times: 10 };
  it.sandbox.faults.add({ kind: 'response', status: 401, body: revoked, method: 'POST', path: /relations$/, ...times });
  const failure = await failureOf(client.syncRelations(refusedThenWanted));
  expect(failure).toMatchObject({ name: 'UnauthorizedError', problems: [{}, { name: 'relations.1' }] });
});

test('a row that fails at its second relation says which one was added', async () => {
  const { id, first_name, last_name, email, gender, active } = client.data;
  await client.syncRelations([]);
  const relations = [refusedThenWanted[1], refusedThenWanted[0]] as NewRelation[];
  const row = { id: id ?? '', first_name, last_name, email, gender: gender as 'f', active, relations };
  const { value } = await it.care.syncClients([row]).next();
  expect(value).toMatchObject({
    outcome: 'failed',
    error: { name: 'BadRequestError' },
    done: {
      outcome: 'updated',
      changes: { relations: { from: [], to: relations } },
      relations: { added: [{ data: { predicate: 'supervises' } }], removed: [], kept: [] },
    },
  });
});
