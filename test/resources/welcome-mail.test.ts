import { type Application, type ClientRow, connect, isCareError, type NewClient } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { skipPauses } from '../support/virtual-time.js';

const person: NewClient = {
  first_name: 'Nieuwe',
  last_name: 'Verzinsel',
  active: true,
  email: 'nieuwe.verzinsel@mail.example',
  gender: 'other',
  date_of_birth: '1980-02-03',
};
const quiet = { sendEmail: 'no' } as const;

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch, retry: 0 });
});

const mails = () => sandbox.outbox.map(({ kind }) => kind);
const requests = (from: number) => sandbox.journal.slice(from).map(({ method }) => method);

describe('a new client whose `sendEmail` is `no`', () => {
  test('gets no mail from createClient, with one request more', async () => {
    const before = sandbox.journal.length;
    const client = await care.createClient(person, quiet);
    expect([client.data.active, (await client.refresh()).data.active]).toEqual([true, true]);
    expect(mails()).toEqual([]);
    expect(requests(before)).toEqual(['POST', 'POST', 'GET']);
  });

  test('is refused before anything is sent if `extra` makes it active', async () => {
    const before = sandbox.journal.length;
    const options = { ...quiet, extra: { body: { active: true } } };
    const refused = { name: 'InputError', problems: [{ name: 'extra.body.active' }] };
    for (const active of [true, false]) {
      await expect(care.createClient({ ...person, active }, options)).rejects.toMatchObject(refused);
      await expect(care.upsertClient('T2', { ...person, active }, options)).rejects.toMatchObject(refused);
    }
    expect(mails()).toEqual([]);
    expect(requests(before)).toEqual([]);
  });

  test('gets no mail from upsertClient, with and without `updateActive`', async () => {
    const first = await care.upsertClient('T2', person, { ...quiet, updateActive: true });
    const second = await care.upsertClient('T3', { ...person, email: 'ander@mail.example' }, quiet);
    expect([first, second]).toMatchObject([
      { outcome: 'created', resource: { data: { active: true, id: 'T2' } } },
      { outcome: 'created', resource: { data: { active: true, id: 'T3' } } },
    ]);
    expect(mails()).toEqual([]);
  });

  test('gets no mail if each response but that of the search is lost', async () => {
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c' });
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: /activation$/ });
    const { resource } = await care.upsertClient('T2', person, quiet);
    expect((await resource.refresh()).data.active).toBe(true);
    expect(mails()).toEqual([]);
  });

  test('is activated if no response shows that it was created, and the first read back fails', async () => {
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c' });
    sandbox.faults.add({ kind: 'response', status: 500, method: 'GET', path: /T2$/, skip: 1 });
    const { resource, outcome, changes } = await care.upsertClient('T2', person, quiet);
    expect(resource.data.active).toBe(true);
    expect((await resource.refresh()).data.active).toBe(true);
    expect([outcome, changes]).toEqual(['updated', { active: { from: false, to: true } }]);
    expect(mails()).toEqual([]);
  });

  test('is not reported as a call to make again if it may be inactive, and the same call would leave it so', async () => {
    const unknown = { name: 'OutcomeUnknownError', isTransient: false };
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c' });
    sandbox.faults.add({ kind: 'response', status: 500, method: 'GET', path: /T2$/, skip: 1, times: 2 });
    await expect(care.upsertClient('T2', person, quiet)).rejects.toMatchObject(unknown);

    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/c' });
    sandbox.faults.add({ kind: 'response', status: 500, method: 'GET', path: /T3$/, skip: 1, times: 2 });
    const options = { ...quiet, updateActive: true };
    const other = { ...person, email: 'ander@mail.example' };
    await expect(care.upsertClient('T3', other, options)).rejects.toMatchObject({ ...unknown, isTransient: true });
    expect((await care.upsertClient('T3', other, options)).resource.data.active).toBe(true);
    expect(mails()).toEqual([]);
  });

  test('gets no mail if five runs create it at once', async () => {
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => care.upsertClient('T2', person, { ...quiet, updateActive: true })),
    );
    expect(new Set(runs.map(({ resource }) => resource.url)).size).toBe(1);
    expect(runs.every(({ resource }) => resource.data.active)).toBe(true);
    expect(mails()).toEqual([]);
  });
});

describe('a run that ended between creation and activation', () => {
  test('fails with what became of the activation, and leaves the client inactive', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: /activation$/, times: 2 });
    const other = { ...person, email: 'ander@mail.example' };
    const calls = [
      () => care.createClient({ ...person, id: 'T2' }, quiet),
      () => care.upsertClient('T3', other, quiet),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: 'ForbiddenError', target: 'activation of client' });
    }
    const created = await Promise.all(['T2', 'T3'].map((id) => care.client({ id })));
    expect(created.map(({ data }) => data.active)).toEqual([false, false]);
    expect(mails()).toEqual([]);
  });

  test.each([500, 429])(
    'fails after a %i with the URL of the new client, and is transient only if the same call would activate it',
    async (status) => {
      sandbox.faults.add({ kind: 'response', status, method: 'POST', path: /activation$/, times: 3 });
      const calls = {
        T2: () => care.createClient({ ...person, id: 'T2', email: 'a@mail.example' }, quiet),
        T3: () => care.upsertClient('T3', { ...person, email: 'b@mail.example' }, quiet),
        T4: () => care.upsertClient('T4', { ...person, email: 'c@mail.example' }, { ...quiet, updateActive: true }),
      };
      const transient = [];
      for (const [id, call] of Object.entries(calls)) {
        const failure = await call().catch((error: unknown) => error);
        if (!isCareError(failure)) throw failure;
        expect(failure.resourceUrl()).toBe((await care.client({ id })).url);
        expect(JSON.stringify(failure)).not.toContain((await care.client({ id })).url);
        transient.push(failure.isTransient);
      }
      expect(transient).toEqual([false, false, true]);
      expect((await calls.T4()).outcome).toBe('updated');
      expect(mails()).toEqual([]);
    },
  );

  test('has no such URL if it created nothing', async () => {
    sandbox.faults.add({ kind: 'response', status: 500, method: 'POST', path: '/c' });
    const failure = await care.upsertClient('T2', person, quiet).catch((error: unknown) => error);
    expect(isCareError(failure) && failure.resourceUrl()).toBeUndefined();
  });

  test('gives the inactive client in the result of its row, and a second run activates it', async () => {
    sandbox.faults.add({ kind: 'response', status: 500, method: 'POST', path: /activation$/ });
    const rows: ClientRow[] = [
      { ...person, id: 'T2', relations: [{ professional: { id: 'PRO-1' }, predicate: 'attends' }] },
    ];
    const run = async () => {
      for await (const result of care.syncClients(rows, { ...quiet, updateActive: true })) return result;
      return undefined;
    };
    const failed = await run();
    if (failed?.outcome !== 'failed') throw new Error('The row did not fail.');
    const { error, done } = failed;
    expect(done).toMatchObject({ outcome: 'created', changes: { active: { to: false } }, relations: undefined });
    expect(done?.resource?.data.active).toBe(false);
    expect(error.resourceUrl()).toBe(done?.resource?.url);

    expect(await run()).toMatchObject({
      outcome: 'updated',
      relations: { added: [{}] },
      resource: { data: { active: true } },
    });
    expect(await run()).toMatchObject({ outcome: 'unchanged' });
    expect(await care.searchClients({ id: 'T2' }).toArray()).toHaveLength(1);
    expect(mails()).toEqual([]);
  });

  test('is completed by a second one with `updateActive`, and left as it is without', async () => {
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: /activation$/ });
    await care.upsertClient('T2', person, quiet).catch(() => undefined);
    const plain = await care.upsertClient('T2', person, quiet);
    expect(plain).toMatchObject({ outcome: 'unchanged', resource: { data: { active: false } } });
    const second = await care.upsertClient('T2', person, { ...quiet, updateActive: true });
    expect(second).toMatchObject({ outcome: 'updated', resource: { data: { active: true } } });
    expect(mails()).toEqual([]);
  });
});

test('the mail that only reports the activation takes the place of the welcome mail', async () => {
  await care.createClient(person, { sendEmail: 'activation' });
  await care.upsertClient('T3', { ...person, email: 'ander@mail.example' }, { sendEmail: 'activation' });
  expect(mails()).toEqual(['activation', 'activation']);
});

test('the welcome mail costs no request more, and an inactive client is not activated', async () => {
  const before = sandbox.journal.length;
  await care.createClient(person, { sendEmail: 'welcome' });
  const inactive = { ...person, active: false, email: 'ander@mail.example' };
  const created = await care.createClient(inactive, quiet);
  expect(created.data.active).toBe(false);
  expect(requests(before)).toEqual(['POST', 'POST']);
  expect(mails()).toEqual(['welcome']);
});

test('an unknown value of `sendEmail` is refused before the client is created', async () => {
  const before = sandbox.journal.length;
  const wrong = { sendEmail: 'none' as 'no' };
  for (const call of [() => care.createClient(person, wrong), () => care.upsertClient('T2', person, wrong)]) {
    await expect(call()).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'sendEmail' }] });
  }
  expect(sandbox.journal).toHaveLength(before);
});

test('a professional, who always gets a mail when activated, is created in one request', async () => {
  const before = sandbox.journal.length;
  const { first_name, last_name, active, email } = person;
  await care.createProfessional({ first_name, last_name, active, email });
  expect(requests(before)).toEqual(['POST']);
  expect(mails()).toEqual([]);
});
