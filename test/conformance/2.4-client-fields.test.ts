import { expect } from 'vitest';
import { newActiveClient, newClient } from '../support/people.js';
import { readingRules, rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, refusal } from './wire.js';

const path = '/aux/client/id/EHR-1042';
const address = { id: 'EHR-1042' };

readingRules('2.4-client-fields');

/** A field is missing for the platform when it is absent, `null` or blank, and for the client before it is sent. */
async function isRequired({ care, raw, sandbox }: Scene, name: keyof typeof newClient): Promise<void> {
  const refused = invalidJson([name, 'Required input is missing.']);
  const { [name]: _, ...rest } = newClient;
  for (const json of [rest, { ...newClient, [name]: null }, { ...newClient, [name]: ' ' }]) {
    expect(await refusal(raw('POST', '/c', { json })), name).toEqual(refused);
  }
  const requests = sandbox.journal.length;
  const create = care.createClient({ ...newClient, [name]: undefined });
  await expect(create).rejects.toMatchObject({ name: 'InputError', problems: refused.body.extra });
  expect(sandbox.journal).toHaveLength(requests);
}

rule('CL-2', 'a client has a first and a last name', async (scene) => {
  const { care, raw } = scene;
  await isRequired(scene, 'first_name');
  await isRequired(scene, 'last_name');
  const created = await care.createClient(newClient);
  expect(await get(raw, created.url)).toMatchObject({ first_name: 'Nova', last_name: 'Nieuw' });
  expect(created.data).toMatchObject({ first_name: 'Nova', last_name: 'Nieuw' });
});

rule('CL-3', 'the infix of a client may be missing', async ({ care, raw }) => {
  const created = await care.createClient(newClient);
  expect(created.data.infix).toBeNull();
  expect((await get(raw, created.url)).infix).toBeNull();
  expect((await created.update({ infix: 'van der' })).data.infix).toBe('van der');
  expect((await get(raw, created.url)).infix).toBe('van der');
});

rule('CL-4', 'a new client needs `active`', async (scene) => {
  const { care, raw } = scene;
  await isRequired(scene, 'active');
  expect(await refusal(raw('POST', '/c', { json: { ...newClient, active: 1 } }))).toEqual(
    invalidJson(['active', 'Must be true or false.']),
  );
  const [on, off] = [
    await care.createClient(newActiveClient),
    await care.createClient({ ...newClient, email: 'nina@mail.example' }),
  ];
  expect([on.data.active, off.data.active]).toEqual([true, false]);
  expect([(await get(raw, on.url)).active, (await get(raw, off.url)).active]).toEqual([true, false]);
});

rule('CL-5', 'a client that is not active cannot come in until it is', async ({ care, raw, sandbox, as }) => {
  const client = await care.client(address);
  const token = sandbox.tokens.client;
  const own = await as(token);
  await client.deactivate({ sendEmail: 'no' });
  expect((await raw('GET', client.url, { token })).status).toBe(401);
  await expect(own.client({ url: client.url })).rejects.toMatchObject({ name: 'UnauthorizedError', status: 401 });
  await (await client.refresh()).activate({ sendEmail: 'no' });
  expect((await own.client({ url: client.url })).data.active).toBe(true);
});

rule('CL-6', 'the source of a client is named by the platform, or null', async ({ care, raw, sandbox, as }) => {
  const created = await care.createClient(newClient);
  expect(created.data.external_source).toBe('sandbox-ehr');
  const plain = await as(sandbox.tokens.apiUserPlain);
  const other = await plain.createClient({ ...newClient, email: 'nina@mail.example' });
  expect((await get(raw, other.url)).external_source).toBe('sandbox-portal');
  const sources = (await get(raw, '/c/items'))['@items'].map((item) => item.external_source);
  expect(new Set(sources)).toEqual(new Set(['sandbox-ehr', null, 'sandbox-portal', undefined]));
});

rule('CL-7', 'the source of a client cannot be set', async ({ care, raw, sandbox }) => {
  const created = await json(raw('POST', '/c', { json: { ...newClient, external_source: 'X' } }));
  expect(created.external_source).toBe('sandbox-ehr');
  expect((await raw('PATCH', path, { json: { external_source: null } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['external_source']);
  expect((await get(raw, path)).external_source).toBe('sandbox-ehr');
  // @ts-expect-error: set by the platform
  const update = care.updateClient(address, { external_source: 'X' });
  await expect(update).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'external_source' }] });
});

rule('CL-8', 'a source does not prevent changes of a client, and a refusal would be reported', async (scene) => {
  const { care, raw, sandbox } = scene;
  expect((await get(raw, path)).external_source).toBe('sandbox-ehr');
  await care.updateClient(address, { last_name: 'Anders' });
  expect((await get(raw, path)).last_name).toBe('Anders');
  sandbox.faults.add({ kind: 'response', status: 403, body: { code: 403, message: 'Managed elsewhere' } });
  await expect(care.updateClient(address, { last_name: 'Nog anders' })).rejects.toMatchObject({
    ...{ name: 'ForbiddenError', reason: 'Managed elsewhere' },
  });
  expect((await get(raw, path)).last_name).toBe('Anders');
});

rule('CL-9', 'a client logs in with its email, which must look like one', async (scene) => {
  const { care, raw } = scene;
  await isRequired(scene, 'email');
  const refused = invalidJson(['email', 'Not a valid email address.']);
  for (const email of ['nova', 'nova@', '@mail.example', 'no va@mail.example', 'a@b@mail.example']) {
    expect(await refusal(raw('POST', '/c', { json: { ...newClient, email } })), email).toEqual(refused);
    expect(await refusal(raw('PATCH', path, { json: { email } })), email).toEqual(refused);
    await expect(care.updateClient(address, { email }), email).rejects.toMatchObject({
      ...{ name: 'InputError', problems: refused.body.extra },
    });
  }
  const doubtful = care.updateClient(address, { email: 'nova@localhost' });
  await expect(doubtful).rejects.toMatchObject(asError(refused));
});

rule('CL-10', 'no two users share an email, whatever kind they are of', async ({ care, raw, sandbox }) => {
  const refused = invalidJson(['email', 'Email address is already in use.']);
  const kinds = ['client', 'friend', 'professional'] as const;
  const taken = kinds.map((kind) => sandbox.control.users(kind).at(-1)?.email ?? '');
  expect(new Set(taken).size).toBe(3);
  for (const email of taken) {
    expect(await refusal(raw('POST', '/c', { json: { ...newClient, email } })), email).toEqual(refused);
    expect(await refusal(raw('PATCH', path, { json: { email } })), email).toEqual(refused);
    await expect(care.createClient({ ...newClient, email }), email).rejects.toMatchObject(asError(refused));
  }
  const { email } = (await care.client(address)).data;
  expect((await raw('PATCH', path, { json: { email } })).status).toBe(204);
});

rule('CL-11', 'an email has no uppercase letters, and the client does not take them out', async (scene) => {
  const { care, raw, sandbox } = scene;
  const email = 'Nova@mail.example';
  const refused = invalidJson(['email', 'Email address cannot contain uppercase characters.']);
  expect(await refusal(raw('POST', '/c', { json: { ...newClient, email } }))).toEqual(refused);
  expect(await refusal(raw('PATCH', path, { json: { email: 'fenna@MAIL.example' } }))).toEqual(refused);
  const requests = sandbox.journal.length;
  await expect(care.createClient({ ...newClient, email })).rejects.toMatchObject({
    ...{ name: 'InputError', problems: refused.body.extra },
  });
  expect(sandbox.journal).toHaveLength(requests);
});
