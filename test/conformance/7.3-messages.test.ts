import { InputError } from 'care-platform';
import { expect } from 'vitest';
import { newClient, newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, invalidJson, invalidOption, invalidQuery, refusal } from './wire.js';

const required = 'Required input is missing.';
const unknownValue = 'Unknown value.';

rule('MSG-1', 'a wrong value is refused by its field, in what creates and what changes', async ({ care, raw }) => {
  const { url } = await care.client({ id: 'EHR-1042' });
  const taken = 'joris.verzonnen@mail.example';
  const refused = {
    status: 400,
    body: { code: 400, message: 'Invalid JSON input', extra: [{ name: 'email', message: expect.any(String) }] },
  };
  expect(await refusal(raw('POST', '/c', { json: { ...newClient, email: taken } }))).toEqual(refused);
  expect(await refusal(raw('PATCH', url, { json: { email: taken } }))).toEqual(refused);
  const error = { name: 'InvalidInputError', reason: 'Invalid JSON input', problems: [{ name: 'email' }] };
  await expect(care.createClient({ ...newClient, email: taken })).rejects.toMatchObject(error);
  await expect(care.updateClient({ url }, { email: taken })).rejects.toMatchObject(error);
});

/** Refused by the platform in these words, and by the client, in the same words, before anything is sent. */
function inputRule(id: string, sentence: string, wrong: Readonly<Record<string, unknown>>, message: string): void {
  rule(id, sentence, async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    for (const [name, value] of Object.entries(wrong)) {
      const fields = Object.fromEntries(
        Object.entries({ ...newClient, [name]: value }).filter(([, one]) => one !== undefined),
      );
      expect(await refusal(raw('POST', '/c', { json: fields }))).toEqual(invalidJson([name, message]));
      const refused = care.createClient({ ...newClient, ...fields, [name]: value });
      await expect(refused).rejects.toMatchObject({ name: 'InputError', problems: [{ name, message }] });
      if (value === undefined) continue;
      expect(await refusal(raw('PATCH', '/aux/client/id/EHR-1042', { json: { [name]: value } }))).toEqual(
        invalidJson([name, message]),
      );
      const change = care.updateClient({ id: 'EHR-1042' }, { [name]: value });
      await expect(change).rejects.toMatchObject({ name: 'InputError', problems: [{ name, message }] });
    }
    expect(sent).toEqual([]);
  });
}

inputRule(
  'MSG-2',
  'a required field must be there',
  { first_name: undefined, gender: undefined, last_name: null },
  required,
);
inputRule('MSG-3', 'an address of mail must have its form', { email: 'nova.example' }, 'Not a valid email address.');
inputRule(
  'MSG-4',
  'a text must be a JSON string',
  { first_name: 7, email: false, infix: ['de'] },
  'Must be transferred as string.',
);
inputRule('MSG-5', 'a choice must be one of its values', { gender: 'female' }, unknownValue);

rule('MSG-6', 'each documented refusal reaches the caller in its own words', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { url: groups } = (await care.professional({ id: 'PRO-1' })).links.get('groups');
  const [schema] = await client.diarySchemas();
  const entry = { '@type': schema?.['@id'], dt: '2026-03-01T10:00:00', tension: 3 };
  const options = { name: 'client', properties: ['x'], combine: [{ name: 'y' }] };
  const refused = [
    ['POST', client.links.get('diary.entries').url, entry, invalidJson(['mood', required])],
    ['PATCH', groups, { groups: ['counter-operators'] }, invalidJson(['groups', unknownValue])],
    ['POST', client.links.get('tools').url, { id: 'none' }, invalidQuery(['id', unknownValue])],
    ['POST', `${care.url}/export`, options, invalidOption(['x', 'Unknown property'], ['y', 'Unknown combine'])],
  ] as const;
  for (const [method, url, body, expected] of refused) {
    expect(await refusal(raw(method, url, { json: body }))).toEqual(expected);
    await expect(care.request({ method, url, body })).rejects.toMatchObject(asError(expected));
  }
  const relation = client.addRelation({ professional: { id: 'PRO-1' }, predicate: 'attends' });
  await expect(relation).rejects.toMatchObject({ status: 400, reason: 'Invalid new relation.', problems: [] });
  sandbox.control.setFeatures(client.url, { diary: false });
  await expect(client.diary()).rejects.toMatchObject({ name: 'NotFoundError', status: 404, problems: [] });
});

rule('MSG-7', 'no account takes an address with uppercase characters', async ({ sandbox, raw, as }) => {
  const { tokens, control } = sandbox;
  const email = 'Nova@mail.example';
  const friend = `${sandbox.baseUrl}${control.users('friend')[0]?.path}`;
  const { care, sent } = await recorded(sandbox);
  for (const [method, path, fields] of [
    ['POST', '/c', { ...newClient, email }],
    ['PATCH', '/aux/client/id/EHR-1042', { email }],
    ['POST', '/p', { ...newProfessional, email }],
    ['PATCH', '/aux/professional/id/PRO-1', { email }],
    ['PATCH', friend, { email }],
  ] as const) {
    expect([path, (await raw(method, path, { json: fields })).status]).toEqual([path, 400]);
  }
  await expect(care.createClient({ ...newClient, email })).rejects.toThrow(InputError);
  await expect(care.updateClient({ id: 'EHR-1042' }, { email })).rejects.toThrow(InputError);
  await expect(care.createProfessional({ ...newProfessional, email })).rejects.toThrow(InputError);
  await expect(care.updateProfessional({ id: 'PRO-1' }, { email })).rejects.toThrow(InputError);
  expect(sent).toEqual([]);
  const itself = await (await as(tokens.friend)).friend({ url: friend });
  await expect(itself.update({ email })).rejects.toThrow(InputError);
});

rule('MSG-8', 'uppercase characters of an address are refused in the words of the log', async ({ care, raw }) => {
  const message = 'Email address cannot contain uppercase characters.';
  const json = { ...newClient, email: 'Nova@mail.example' };
  expect(await refusal(raw('POST', '/c', { json }))).toEqual(invalidJson(['email', message]));
  await expect(care.createClient(json)).rejects.toMatchObject({ problems: [{ name: 'email', message }] });
  const [record] = await care.hl7Errors().toArray();
  expect(record?.data.message).toBe(`email: ${message}`);
});

rule('MSG-9', 'failed requests are kept in the error log, others are not', async ({ sandbox, care, raw }) => {
  const { url } = await care.client({ id: 'EHR-1042' });
  expect(await care.apiErrors().toArray()).toEqual([]);
  await raw('PATCH', url, { json: { gender: 'x' }, token: sandbox.tokens.secretary });
  await raw('GET', '/c/items', { token: null });
  await care.client({ id: 'none' }).catch(() => undefined);
  await raw('POST', '/c', { body: '{"first' });
  await raw('GET', url);
  const records = await care.apiErrors().toArray();
  const secretary = sandbox.control.users('professional')[2]?.key;
  const [apiUser] = sandbox.control.users('apiUser').map(({ key }) => key);
  expect(records.map(({ data }) => [data.code, data.uri, data.user_id, data.payload])).toEqual([
    [400, url, secretary, '{"gender":"x"}'],
    [401, `${sandbox.baseUrl}/c/items`, null, null],
    [404, `${sandbox.baseUrl}/aux/client/id/none`, apiUser, null],
    [406, `${sandbox.baseUrl}/c`, apiUser, '{"first'],
  ]);
  expect(records[0]?.data).toMatchObject({
    ...{ message: 'Invalid JSON input', extra: [{ name: 'gender', message: unknownValue }] },
    datetime: expect.any(Date),
  });
});
