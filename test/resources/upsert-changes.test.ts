import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

test('a created client has each field that was sent as a change, and nothing before', async () => {
  const { changes, before } = await care.upsertClient('EHR-9', { ...newClient, infix: undefined });
  expect(before).toBeUndefined();
  expect(Object.keys(changes).sort()).toEqual([...Object.keys(newClient), 'id'].sort());
  expect(changes.first_name).toEqual({ from: undefined, to: newClient.first_name });
});

test('an unchanged client has no changes', async () => {
  await care.upsertClient('EHR-9', newClient);
  const { changes, before, resource } = await care.upsertClient('EHR-9', { ...newClient, active: true, labels: [] });
  expect(changes).toEqual({});
  expect(before).toBe(resource);
});

test('an updated client has the fields that were sent as changes, and is kept as it was before', async () => {
  await care.upsertClient('EHR-9', { ...newClient, phone_number: '000-1' });
  const result = await care.upsertClient('EHR-9', { ...newClient, phone_number: null, infix: 'van' });
  expect(result.changes).toEqual({ phone_number: { from: '000-1', to: null }, infix: { from: null, to: 'van' } });
  expect(result.before?.data).toMatchObject({ phone_number: '000-1', infix: null });
  expect(result.resource.data).toMatchObject({ phone_number: null, infix: 'van' });
});

test('`active` is a change only if it was switched', async () => {
  await care.upsertClient('EHR-9', newActiveClient);
  const options = { updateActive: true, sendEmail: 'no' } as const;
  const { changes, before } = await care.upsertClient('EHR-9', newClient, options);
  expect(changes).toEqual({ active: { from: true, to: false } });
  expect(before?.data.active).toBe(true);
});

test('a picture and an extra attribute are changes if they were sent', async () => {
  sandbox.settings.futureRelease = true;
  const picture = { '@type': 'base64', data: 'aGVsbG8=' } as const;
  await care.upsertClient('EHR-9', newClient);
  expect((await care.upsertClient('EHR-9', { ...newClient, picture })).changes).toEqual({});
  const { changes } = await care.upsertClient('EHR-9', { ...newClient, picture }, { updatePicture: true });
  expect(changes).toEqual({ picture: { from: null, to: picture } });

  const extra = { body: { bsn: '111222333' } };
  expect((await care.upsertClient('EHR-9', newClient, { extra })).changes).toEqual({
    bsn: { from: null, to: '111222333' },
  });
});

test('a client that another run created meanwhile has the differences from that one as changes', async () => {
  const [first, second] = await Promise.all([
    care.upsertClient('EHR-9', newClient),
    care.upsertClient('EHR-9', { ...newClient, infix: 'van' }),
  ]);
  const [created, updated] = first.outcome === 'created' ? [first, second] : [second, first];
  expect([created.outcome, updated.outcome]).toEqual(['created', 'updated']);
  expect(Object.keys(updated.changes)).toEqual(['infix']);
  expect(updated.before?.url).toBe(created.resource.url);
});

test('a professional has changes as a client has', async () => {
  const created = await care.upsertProfessional('PRO-9', newProfessional);
  expect(created.changes.email).toEqual({ from: undefined, to: newProfessional.email });
  const { changes, before } = await care.upsertProfessional('PRO-9', { ...newProfessional, description: 'New here.' });
  expect(changes).toEqual({ description: { from: null, to: 'New here.' } });
  expect(before?.data.description).toBeNull();
});

test('a failure names no value', async () => {
  const taken = { ...newClient, email: 'fenna.voorbeeld@mail.example', phone_number: '000-777' };
  const failure = await care.upsertClient('EHR-9', taken).catch((error: unknown) => error);
  expect(`${failure} ${JSON.stringify(failure)}`).not.toMatch(/fenna|000-777/);
});
