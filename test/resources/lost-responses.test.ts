import { type Application, connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { newActiveClient, newClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

/** The work is done or not, and the response is lost either way. */
function lose(when: 'before' | 'after', path: string, times = 1): void {
  sandbox.faults.add({ kind: 'drop', when, method: 'POST', path, times });
}

function posts(path: string): number {
  return sandbox.journal.filter((entry) => entry.method === 'POST' && entry.path === path).length;
}

async function matching(email: string): Promise<number> {
  return (await care.searchClients({ email }).toArray()).length;
}

describe('a client whose response was lost', () => {
  test('after the work was done is found, and is not created again', async () => {
    const mails = sandbox.outbox.length;
    lose('after', '/c');
    const client = await care.createClient({ ...newActiveClient, id: 'EHR-9' });
    expect(client.data).toMatchObject({ id: 'EHR-9', email: newActiveClient.email });
    expect(posts('/c')).toBe(1);
    expect(sandbox.outbox).toHaveLength(mails + 1);
  });

  test('is found by its e-mail address if it has no external id', async () => {
    lose('after', '/c');
    expect((await care.createClient(newActiveClient)).data.email).toBe(newActiveClient.email);
    expect(await matching(newActiveClient.email)).toBe(1);
  });

  test('before the work was done is created by a retry', async () => {
    lose('before', '/c');
    expect((await care.createClient(newActiveClient)).data.email).toBe(newActiveClient.email);
    expect(posts('/c')).toBe(2);
    expect(await matching(newActiveClient.email)).toBe(1);
  });

  test('before the work was done is created by a retry, although its numbers are empty', async () => {
    lose('before', '/c');
    await care.createClient({ ...newActiveClient, id: '', bsn: '' });
    lose('before', '/p');
    await care.createProfessional({ ...newProfessional, id: '' });
    expect([posts('/c'), posts('/p')]).toEqual([2, 2]);
  });

  test('with the address of an older account is refused, and that person is not taken for it', async () => {
    sandbox.clock.advance({ minutes: 1 });
    await care.refresh();
    lose('after', '/c');
    const taken = { ...newActiveClient, email: 'fenna.voorbeeld@mail.example' };
    await expect(care.createClient(taken)).rejects.toMatchObject({ name: 'InvalidInputError', status: 400 });
  });

  test('again and again ends in one client', async () => {
    lose('before', '/c', 1);
    lose('after', '/c', 1);
    expect((await care.createClient(newActiveClient)).data.email).toBe(newActiveClient.email);
    expect(await matching(newActiveClient.email)).toBe(1);
  });

  test('that cannot be read back ends in an OutcomeUnknownError, after one request', async () => {
    lose('after', '/c');
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/c/items', times: 5 });
    await expect(care.createClient(newActiveClient)).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      attempts: 1,
    });
    expect(posts('/c')).toBe(1);
  });
});

describe('other writes whose response was lost', () => {
  test('a professional is found by external id or by e-mail address', async () => {
    lose('after', '/p');
    expect((await care.createProfessional(newProfessional)).data.email).toBe(newProfessional.email);
    lose('after', '/p');
    expect((await care.createProfessional({ ...newProfessional, email: 'nog@mail.example', id: 'P-9' })).data.id).toBe(
      'P-9',
    );
    expect(posts('/p')).toBe(2);
  });

  test('an activation is found by its state, and mails once', async () => {
    const client = await care.createClient(newClient);
    const mails = sandbox.outbox.length;
    const path = `${new URL(client.url).pathname.replace('/api/2', '')}/activation`;
    lose('after', path);
    sandbox.clock.advance({ minutes: 1 });
    await care.refresh();
    expect((await client.activate({ sendEmail: 'activation' })).data.active).toBe(true);
    lose('before', path);
    sandbox.clock.advance({ minutes: 1 });
    await care.refresh();
    expect((await client.deactivate({ sendEmail: 'no' })).data.active).toBe(false);
    expect(sandbox.outbox).toHaveLength(mails + 1);
  });

  test('an activation in the state that was there already is refused, as without the loss', async () => {
    const client = await care.createClient(newActiveClient);
    sandbox.clock.advance({ minutes: 1 });
    await care.refresh();
    lose('after', `${new URL(client.url).pathname.replace('/api/2', '')}/activation`);
    await expect(client.activate({ sendEmail: 'welcome' })).rejects.toMatchObject({ status: 400 });
  });

  test('a relation exists once, and is what the call resolves to', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const path = `${new URL(client.url).pathname.replace('/api/2', '')}/relations`;
    lose('before', path);
    const relation = await client.addRelation({ professional: { id: 'PRO-3' }, predicate: 'attends' });
    expect(relation.data.professional.id).toBe('PRO-3');
    lose('after', path);
    const read = await client.addRelation({ professional: { id: 'PRO-4' }, predicate: 'attends' });
    expect(read.data.professional.id).toBe('PRO-4');
    const all = await client.relations().toArray();
    expect(all.filter(({ data }) => data.professional.id === 'PRO-4')).toHaveLength(1);
  });

  test('a relation that the verification missed, and that is there after the retry, is the one that was sent', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const path = `${new URL(client.url).pathname.replace('/api/2', '')}/relations`;
    lose('before', path);
    lose('after', path);
    const relation = await client.addRelation({ professional: { id: 'PRO-3' }, predicate: 'attends' });
    expect(relation.data.professional.id).toBe('PRO-3');
    sandbox.faults.add({ kind: 'late', milliseconds: 600, method: 'POST', path });
    const late = await client.addRelation({ professional: { id: 'PRO-5' }, predicate: 'attends' });
    expect(late.data.professional.id).toBe('PRO-5');
    const all = await client.relations().toArray();
    expect(new Set(all.map(({ data }) => data.professional.id)).size).toBe(all.length);
  });

  test('a diary entry with an image is read back and never sent twice', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const schemas = await client.diarySchemas();
    const schema = schemas.find((one) => one.fields.some((field) => field.type === 'image'));
    if (schema === undefined) throw new Error('The sandbox has no schema with an image.');
    const required = schema.fields.filter((field) => field.required === true);
    const values = Object.fromEntries(
      required.map(({ name, choices, min }) => [name, choices?.[0]?.value ?? min ?? 'x']),
    );
    const image = schema.fields.find((field) => field.type === 'image')?.name ?? '';
    const path = `${new URL(client.url).pathname.replace('/api/2', '')}/diary/entries`;
    lose('after', path);
    const dt = new Date('2026-03-02T08:00:00Z');
    const picture = { '@type': 'base64', data: 'iVBORw0KGgo=' };
    const entry = await client.addDiaryEntry(schema, { dt, ...values, [image]: picture });
    expect(entry.data.dt).toEqual(dt);
    lose('before', path);
    const unsent = client.addDiaryEntry(schema, { dt: new Date('2026-03-02T07:00:00Z'), ...values, [image]: picture });
    await expect(unsent).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(posts(path)).toBe(2);
  });

  test.each([
    ['a label', (app: Application) => app.createLabel('Once'), '/configuration/labels'],
    ['an export', (app: Application) => app.startExport({ name: 'client' }), '/export'],
  ])('%s is never sent twice', async (_, write, path) => {
    lose('after', path);
    await expect(write(care)).rejects.toMatchObject({ name: 'OutcomeUnknownError', method: 'POST', attempts: 1 });
    expect(posts(path)).toBe(1);
  });
});
