import { connect } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient, newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, json, refusal } from './wire.js';

const path = '/aux/client/id/EHR-1042';
const address = { id: 'EHR-1042' };

rule('VAL-15', 'a create needs every required field, and all missing ones are reported at once', async (scene) => {
  const { care, raw, sandbox } = scene;
  const names = ['first_name', 'last_name', 'active', 'email', 'gender', 'date_of_birth'];
  const missing = invalidJson(...names.map((name) => [name, 'Required input is missing.'] as const));
  expect(await refusal(raw('POST', '/c', { json: {} }))).toEqual(missing);
  const professional = missing.body.extra.filter(({ name }) => !['gender', 'date_of_birth'].includes(name));
  expect((await refusal(raw('POST', '/p', { json: {} }))).body.extra).toEqual(professional);
  const wrong = { ...newClient, first_name: 7, email: 'nova', gender: 'x', date_of_birth: null };
  const everything = invalidJson(
    ['first_name', 'Must be transferred as string.'],
    ['email', 'Not a valid email address.'],
    ['gender', 'Unknown value.'],
    ['date_of_birth', 'Required input is missing.'],
  );
  expect(await refusal(raw('POST', '/c', { json: wrong }))).toEqual(everything);

  const requests = sandbox.journal.length;
  // @ts-expect-error: nothing that is required
  const refused = await failureOf(care.createClient({}));
  const problems = names.slice(0, 5).map((name) => ({ name, code: 'required', message: 'Required input is missing.' }));
  expect(refused).toHaveProperty('problems', expect.arrayContaining(problems));
  expect(refused).toHaveProperty('problems.length', 5);
  expect(sandbox.journal).toHaveLength(requests);
});

rule('VAL-16', 'a change needs only the required fields that change', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  await care.updateClient(address, { last_name: 'Anders' });
  expect(sent.at(-1)?.body).toEqual({ last_name: 'Anders' });
  expect(await get(raw, path)).toMatchObject({ first_name: 'Fenna', last_name: 'Anders', gender: 'f', active: true });
  expect((await raw('PATCH', path, { json: {} })).status).toBe(204);
});

rule(
  'VAL-17',
  'null is no value for a required field, in a creation and in a change',
  async ({ care, raw, sandbox }) => {
    for (const name of ['first_name', 'last_name', 'email', 'gender', 'date_of_birth']) {
      const refused = invalidJson([name, 'Required input is missing.']);
      expect(await refusal(raw('PATCH', path, { json: { [name]: null } }))).toEqual(refused);
      expect(await refusal(raw('POST', '/c', { json: { ...newClient, [name]: null } }))).toEqual(refused);
      const requests = sandbox.journal.length;
      const update = care.updateClient(address, { [name]: null });
      await expect(update).rejects.toMatchObject({
        name: 'InputError',
        problems: [{ name, message: refused.body.extra[0]?.message }],
      });
      expect(sandbox.journal).toHaveLength(requests);
    }
    // @ts-expect-error: null for a required field
    await expect(care.updateClient(address, { date_of_birth: null })).rejects.toThrow('Nothing was sent');
  },
);

rule('VAL-18, VAL-20', 'a field without a flag may be left out of a creation, and then has no value', async (scene) => {
  const { care, raw } = scene;
  const none = { infix: null, phone_number: null, id: null, bsn: null, picture: null, labels: null };
  expect(await json(raw('POST', '/c', { json: newClient }))).toMatchObject({ ...newClient, ...none });
  const nulls = { ...newClient, ...none, email: 'nina@mail.example' };
  expect(await json(raw('POST', '/c', { json: nulls }))).toMatchObject(nulls);
  const created = await care.createClient({ ...newClient, email: 'nora@mail.example', infix: undefined });
  expect(created.data).toMatchObject(none);
  expect((await care.createProfessional(newProfessional)).data).toMatchObject({
    ...{ infix: null, description: null, labels: null, picture: null },
  });
});

rule('VAL-19', 'a field without a value is null in a response, and a missing field means the same', async (scene) => {
  const { care, raw, sandbox } = scene;
  await care.updateClient(address, { infix: null, phone_number: null });
  const document = await get(raw, path);
  expect(Object.entries(document).filter(([, value]) => value === null)).toEqual([
    ...[
      ['infix', null],
      ['phone_number', null],
    ],
  ]);
  expect((await care.client(address)).data).toMatchObject({ infix: null, phone_number: null });

  const { infix: _, external_source: __, ...body } = JSON.parse(JSON.stringify(document));
  sandbox.faults.add({ kind: 'response', status: 200, body });
  expect((await care.client(address)).data).toMatchObject({ infix: null, external_source: null });
});

rule('VAL-21', 'a change distinguishes fields that it keeps from fields that it resets', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  await care.updateClient(address, { infix: 'van', phone_number: '000-1' });
  const client = await care.client(address);
  const changed = await client.update({ infix: undefined, phone_number: null });
  expect(sent.at(-1)?.body).toEqual({ phone_number: null });
  expect(Object.keys(sent.at(-1)?.body ?? {})).toEqual(['phone_number']);
  expect(await get(raw, path)).toMatchObject({ infix: 'van', phone_number: null });
  expect(changed.data).toMatchObject({ infix: 'van', phone_number: null });

  await raw('PATCH', path, { json: { infix: null } });
  expect(await get(raw, path)).toMatchObject({ infix: null, phone_number: null });
});

rule(
  'VAL-22',
  'fields that the platform sets cannot be sent: the client refuses them, the platform ignores them',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    const { '@changes': _, ...before } = await get(raw, path);
    const readOnly = { name: 'X', age: 1, external_source: 'X' };
    expect((await raw('PATCH', path, { json: { ...readOnly, infix: 'van' } })).status).toBe(204);
    expect(sandbox.journal.at(-1)?.ignored).toEqual(['name', 'age', 'external_source']);
    const { '@changes': __, ...after } = await get(raw, path);
    expect(after).toEqual({ ...before, infix: 'van', name: 'Fenna van Voorbeeld' });
    const created = await json(raw('POST', '/c', { json: { ...newClient, ...readOnly, '@url': 'X' } }));
    expect(created).toMatchObject({ name: 'Nova Nieuw', age: 35, external_source: 'sandbox-ehr' });

    const requests = sandbox.journal.length;
    // @ts-expect-error: set by the platform
    const update = care.updateClient(address, { name: 'X', age: 1 });
    await expect(update).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'name' }, { name: 'age' }] });
    expect(sandbox.journal).toHaveLength(requests);
  },
);

rule('VAL-23', 'required fields that the platform sets are in every response', async ({ care, raw, sandbox }) => {
  const listed = (await get(raw, '/c/items'))['@items'].filter((item) => item['@type'].endsWith('/client'));
  expect(listed.length).toBeGreaterThan(10);
  for (const item of [...listed, await get(raw, path)]) {
    expect(item).toMatchObject({ name: expect.any(String), age: expect.any(Number) });
    expect(item).toHaveProperty('external_source');
  }
  const labels = (await get(raw, '/configuration/labels/items'))['@items'];
  for (const label of labels) expect(label.identifier).toMatch(/./);

  const { name: _, ...body } = JSON.parse(JSON.stringify(await get(raw, path)));
  sandbox.faults.add({ kind: 'response', status: 200, body, times: 2, path });
  await expect(care.client(address)).rejects.toMatchObject({
    name: 'ResponseValidationError',
    problems: [{ name: 'name', message: 'Expected string.' }],
  });
  const warnings: string[] = [];
  const { baseUrl, fetch, tokens } = sandbox;
  const logger = { warn: (message: string) => void warnings.push(message) };
  const lenient = await connect({ baseUrl, fetch, token: tokens.apiUser, validation: 'lenient', logger });
  const tolerated = await lenient.client(address);
  expect([tolerated.data.name, tolerated.data.first_name, warnings.length]).toEqual([undefined, 'Fenna', 1]);
});

rule('VAL-24', 'a field that the configuration disables is in no response', async ({ care, raw, sandbox }) => {
  const { client, professional, friend } = sandbox.settings.fields;
  for (const [kind, fields] of [
    ['clients', client],
    ['professionals', professional],
  ] as const) {
    for (const name of Object.keys(fields)) {
      Reflect.set(fields, name, false);
      const one = kind === 'clients' ? await care.client(address) : await care.professional({ id: 'PRO-1' });
      expect(one.data, name).not.toHaveProperty(name);
      expect(await get(raw, one.url), name).not.toHaveProperty(name);
      Reflect.set(fields, name, true);
      expect((await one.refresh()).data, name).toHaveProperty(name);
    }
  }
  friend.picture = false;
  const token = sandbox.tokens.friend;
  expect(await get(raw, sandbox.control.users('friend')[0]?.path ?? '', token)).not.toHaveProperty('picture');
});

rule('VAL-25', 'a field that is not enabled cannot be set, though nothing says so', async ({ care, raw, sandbox }) => {
  await care.updateClient(address, { phone_number: null });
  sandbox.settings.fields.client.phone_number = false;
  expect((await raw('PATCH', path, { json: { phone_number: '000-1' } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['phone_number']);
  const client = await care.client(address);
  const changed = await client.update({ phone_number: '000-1' }, { reread: true });
  expect(changed.data).not.toHaveProperty('phone_number');

  sandbox.settings.fields.client.phone_number = true;
  expect((await client.refresh()).data.phone_number).toBeNull();
  sandbox.settings.fields.client.date_of_birth = false;
  const { date_of_birth: _, ...withoutBirth } = newClient;
  expect((await care.createClient(withoutBirth)).data).not.toHaveProperty('date_of_birth');
  const refused = invalidJson(['gender', 'Required input is missing.']);
  const { gender: __, ...withoutGender } = withoutBirth;
  const incomplete = care.createClient(
    { ...withoutBirth, email: 'x@mail.example' },
    { extra: { body: { gender: null } } },
  );
  await expect(incomplete).rejects.toMatchObject(asError(refused));
  expect(await refusal(raw('POST', '/c', { json: { ...withoutGender, email: 'x@mail.example' } }))).toEqual(refused);
});
