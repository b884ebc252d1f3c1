import {
  type Application,
  type Client,
  connect,
  type Predicate,
  type UpsertPlan,
  type UpsertResult,
} from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, expect, expectTypeOf, test } from 'vitest';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;
const dryRun = true;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

/** What was sent while the job ran. */
async function methodsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; methods: string[] }> {
  const before = sandbox.journal.length;
  const result = await job();
  return { result, methods: sandbox.journal.slice(before).map(({ method }) => method) };
}

test('a dry run reports that a client would be created, and creates none', async () => {
  const { result, methods } = await methodsOf(() => care.upsertClient('EHR-9', newActiveClient, { dryRun }));
  expect(result).toMatchObject({ outcome: 'created', resource: undefined, before: undefined });
  expect(result.changes.email).toEqual({ from: undefined, to: newActiveClient.email });
  expect(methods).toEqual(['GET']);
  await expect(care.client({ id: 'EHR-9' })).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(sandbox.outbox).toEqual([]);
});

test('a dry run of a new client gives the changes of creation and activation', async () => {
  const options = { sendEmail: 'no' } as const;
  const { result } = await methodsOf(() => care.upsertClient('EHR-9', newActiveClient, { ...options, dryRun }));
  expect(result.changes.active).toEqual({ from: undefined, to: true });
  expect((await care.upsertClient('EHR-9', newActiveClient, options)).changes).toEqual(result.changes);
});

test('a dry run gives the changes that the next run makes', async () => {
  await care.upsertClient('EHR-9', newClient);
  const fields = { ...newActiveClient, infix: 'van', labels: [] };
  const options = { updateActive: true, sendEmail: 'no' } as const;
  const { result, methods } = await methodsOf(() => care.upsertClient('EHR-9', fields, { ...options, dryRun }));
  expect(result).toMatchObject({ outcome: 'updated', resource: { data: { infix: null, active: false } } });
  expect(methods).toEqual(['GET']);

  const done = await care.upsertClient('EHR-9', fields, options);
  expect(done.changes).toEqual(result.changes);
  expect(Object.keys(done.changes)).toEqual(['infix', 'active']);
  expect(await care.upsertClient('EHR-9', fields, { ...options, dryRun })).toMatchObject({
    outcome: 'unchanged',
    changes: {},
  });
});

test('a dry run of a professional sends nothing that writes', async () => {
  const { result, methods } = await methodsOf(async () => {
    const created = await care.upsertProfessional('PRO-9', newProfessional, { dryRun });
    const updated = await care.upsertProfessional('PRO-1', { ...newProfessional, description: 'x' }, { dryRun });
    return [created, updated];
  });
  expect(result.map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
  expect(methods).toEqual(['GET', 'GET']);
});

test('a dry run refuses the input that a run refuses', async () => {
  const wrong = { ...newClient, first_name: 5 as unknown as string };
  await expect(care.upsertClient('EHR-9', wrong, { dryRun })).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'first_name' }],
  });
});

test('the type of a dry run shows that there may be no resource', () => {
  const done = () => care.upsertClient('EHR-9', newClient, { updateActive: true });
  const planned = () => care.upsertClient('EHR-9', newClient, { dryRun });
  const either = (isDry: boolean) => care.upsertClient('EHR-9', newClient, { dryRun: isDry });
  expectTypeOf(done).returns.resolves.toEqualTypeOf<UpsertResult<Client>>();
  expectTypeOf(planned).returns.resolves.toEqualTypeOf<UpsertPlan<Client>>();
  expectTypeOf(either).returns.resolves.toEqualTypeOf<UpsertPlan<Client>>();
  expectTypeOf<UpsertPlan<Client>['resource']>().toEqualTypeOf<Client | undefined>();
  expectTypeOf<UpsertResult<Client>['resource']>().toEqualTypeOf<Client>();
  expect(sandbox.journal).toHaveLength(1);
});

test('a dry run of relations gives what would be added, removed and kept, and sends nothing that writes', async () => {
  const client = await care.client({ id: 'EHR-1042' });
  const [present, ...others] = await client.relations().toArray();
  if (present === undefined) throw new Error('The client has no relations.');
  const { professional, predicate } = present.data;
  const kept = { professional: { url: professional.url }, predicate: predicate as Predicate };
  const added = { professional: { id: 'PRO-3' }, predicate: 'supervises' } as const;
  const { result, methods } = await methodsOf(() => client.syncRelations([kept, added, added], { dryRun }));
  expect(methods).toEqual(['GET']);
  expect(result.added).toEqual([added]);
  expect([result.kept, result.removed].map((some) => some.map(({ url }) => url))).toEqual([
    [present.url],
    others.map(({ url }) => url),
  ]);
  const done = await client.syncRelations([kept, added]);
  expect([done.added.length, done.removed.length, done.kept.length]).toEqual([1, others.length, 1]);
  expect(await client.syncRelations([kept, added], { dryRun })).toMatchObject({ added: [], removed: [] });
});

test('a dry run of relations refuses what a run refuses', async () => {
  const client = await care.client({ id: 'EHR-1042' });
  const wrong = [{ professional: { id: 'PRO-7' }, predicate: 'knows' as Predicate }];
  await expect(client.syncRelations(wrong, { dryRun })).rejects.toMatchObject({ name: 'InputError' });
});

test('a dry run of a label finds it, or gives `undefined` and creates none', async () => {
  const label = await care.createLabel('Waiting list');
  const { result, methods } = await methodsOf(async () => [
    await care.ensureLabel('Waiting list', { dryRun }),
    await care.ensureLabel('New', { dryRun }),
  ]);
  expect(result.map((found) => found?.data.identifier)).toEqual([label.data.identifier, undefined]);
  expect(methods).toEqual(['GET', 'GET']);
  const failed = methodsOf(() => care.ensureLabel(41 as never, { dryRun }));
  await expect(failed).rejects.toMatchObject({ name: 'InputError' });
});
