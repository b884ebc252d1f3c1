import { createSandbox } from 'care-platform/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { ask } from './api.js';

let sandbox: ReturnType<typeof createSandbox>;
beforeEach(() => {
  sandbox = createSandbox({ clock: { start: new Date('2026-03-02T09:00:00Z'), frozen: true } });
});

const read = async (path: string) => (await ask(sandbox, 'GET', path)).body;
const lastOf = async (path: string) => (await read(path))['@items']?.at(-1);

test('a client that is added without fields is an active adult with an address of its own', async () => {
  const [first, second] = [sandbox.control.addClient(), sandbox.control.addClient()];
  expect(await read(`${first.path}`)).toMatchObject({
    ...{ first_name: 'Extra', last_name: 'Voorbeeld 1', gender: 'unknown', active: true },
    ...{ date_of_birth: '1990-01-15', email: expect.stringContaining('extra.client') },
  });
  expect(await read(`${second.path}`)).toMatchObject({ last_name: 'Voorbeeld 2' });
});

test('a field that is undefined counts as not given', async () => {
  const given = { email: undefined, last_name: undefined, name: undefined, title: undefined, message: undefined };
  const untyped = sandbox.control as unknown as Record<string, (...args: unknown[]) => { path: string }>;
  const pick = (...names: (keyof typeof given)[]) => Object.fromEntries(names.map((name) => [name, given[name]]));
  const client = untyped.addClient?.(pick('email', 'last_name'), { diary: undefined });
  expect(await read(client?.path ?? '')).toMatchObject({
    ...{ last_name: 'Voorbeeld 1', email: expect.stringContaining('extra.client') },
    '@links': expect.arrayContaining([expect.objectContaining({ name: 'diary' })]),
  });
  expect(untyped.addFriend?.(pick('name', 'email'))).toMatchObject({ name: 'Vriend Voorbeeld 2' });
  untyped.addCatalogueItem?.({ id: 'x', ...pick('title') });
  expect((await read('/catalogue/items?limit=1&start=40'))['@items']).toMatchObject([{ title: 'x' }]);
  untyped.addApiError?.(pick('message'));
  expect(await lastOf('/configuration/apiusers/errorlog/items')).toMatchObject({ message: 'Unexpected error' });
});

test('a friend and a professional that are added without fields have names and addresses of their own', async () => {
  const friend = sandbox.control.addFriend();
  const professional = sandbox.control.addProfessional();
  expect(friend).toMatchObject({ kind: 'friend', name: 'Vriend Voorbeeld 1' });
  expect(await read(`${professional.path}`)).toMatchObject({
    first_name: 'Extra',
    last_name: 'Voorbeeld 2',
    active: true,
  });
  expect((await read(`${professional.path}/groups`)).groups).toEqual(['therapists']);
  expect(sandbox.control.addApiUser('portal')).toMatchObject({ kind: 'apiUser', path: null });
});

test('features that a new friend is given are those that it has', async () => {
  const { path } = sandbox.control.addFriend({}, { conversations: false });
  const names = (await read(`${path}`))['@links'].map(({ name }) => name);
  expect(names).toContain('planning');
  expect(names).not.toContain('conversations');
});

test('a task without a text asks for something', async () => {
  const { path } = sandbox.control.addClient();
  sandbox.control.assignTask(`${path}`);
  expect(await lastOf(`${path}/tasks/items`)).toMatchObject({ title: 'Do this', message: 'When you have time.' });
});

test('records of errors that are added without fields are whole records of now', async () => {
  const { addApiError, addHl7Error, addCarelinkError, addAccessLogRecord } = sandbox.control;
  for (const add of [addApiError, addHl7Error, addCarelinkError, addAccessLogRecord]) expect(add()).toBeUndefined();
  const [professional] = sandbox.control.users('professional');
  const now = { datetime: '2026-03-02T09:00:00' };
  const call = { ...now, uri: '/', code: 500, message: 'Unexpected error', payload: null };
  expect(await lastOf('/configuration/apiusers/errorlog/items')).toMatchObject(call);
  expect(await lastOf('/configuration/hl7/errorlog/items')).toMatchObject(call);
  expect(await lastOf('/configuration/carelink/errorlog/items')).toMatchObject({
    ...{ ...now, was_fatal: true, event_id: 'event', event_type: 'patient.updated' },
    message: 'The message was not understood',
  });
  expect(await lastOf('/configuration/clientaccess/accesslog/items')).toMatchObject({
    ...now,
    user_id: professional?.key,
    message: 'Search outside the caseload',
  });
});

test('a conversation has what its hooks say', async () => {
  const { path } = sandbox.control.addClient();
  const key = sandbox.control.addConversation(`${path}`);
  const { newMessage, startCall, endCall, missCall } = sandbox.control;
  const conversation = () => lastOf(`${path}/conversations?limit=9`);
  expect(await conversation()).toMatchObject({ unread: 0, has_ongoing_call: false, has_missed_call: false });
  newMessage(key);
  startCall(key);
  expect(await conversation()).toMatchObject({ unread: 1, has_call: true, has_ongoing_call: true });
  endCall(key);
  expect(await conversation()).toMatchObject({ has_ongoing_call: false, has_missed_call: false });
  missCall(key);
  expect(await conversation()).toMatchObject({ has_ongoing_call: false, has_missed_call: true });
});

test('the planning and the catalogue can be cleared', async () => {
  const { path } = sandbox.control.addClient();
  const items = async (below: string) => (await read(below))['@items']?.length;
  const week = `${path}/planning/items?after=2026-03-01&before=2026-03-08`;
  const before = (await items(week)) ?? 0;
  sandbox.control.addPlannedEvent(`${path}`, { start: '2026-03-03T10:00:00' });
  expect(await items(week)).toBe(before + 1);
  sandbox.control.clearPlanning(`${path}`);
  expect(await items(week)).toBe(0);
  sandbox.control.clearCatalogue();
  expect(await items('/catalogue/items?limit=5')).toBe(0);
});
