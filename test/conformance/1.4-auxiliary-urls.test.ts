import { expect } from 'vitest';
import { newClient, newProfessional } from '../support/people.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { asError, get, invalidJson, json, refusal, requestsOf } from './wire.js';

const oddId = 'A/B ?&#%é..';

rule('AUX-1', 'a client is read and changed by its external id, whatever characters it holds', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const { url } = await care.createClient({ ...newClient, id: oddId });
  expect((await care.client({ id: oddId })).url).toBe(url);
  await care.updateClient({ id: oddId }, { first_name: 'Nina' });
  const path = '/aux/client/id/A%2FB%20%3F%26%23%25%C3%A9..';
  expect(sent.map((one) => `${one.method} ${one.path}`)).toEqual(['POST /c', `GET ${path}`, `PATCH ${path}`]);

  expect(await get(raw, path)).toMatchObject({ '@url': url, id: oddId, first_name: 'Nina' });
  expect((await raw('PATCH', path, { json: { first_name: 'Nora' } })).status).toBe(204);
  expect(await get(raw, url)).toMatchObject({ first_name: 'Nora' });
  expect((await raw('DELETE', path)).status).toBe(405);
});

readingRules('1.4-auxiliary-urls');

rule('AUX-2', 'a professional is read and changed by its external id', async ({ care, raw, sandbox }) => {
  const { url } = await care.createProfessional({ ...newProfessional, id: oddId });
  const path = `/aux/professional/id/${encodeURIComponent(oddId)}`;
  const requests = await requestsOf(sandbox, async () => {
    expect((await care.professional({ id: oddId })).url).toBe(url);
    await care.updateProfessional({ id: oddId }, { description: 'Nieuw hier' });
  });
  expect(requests).toEqual([`GET ${path}`, `PATCH ${path}`]);
  expect(await get(raw, path)).toMatchObject({ '@url': url, id: oddId, description: 'Nieuw hier' });
  expect((await raw('PATCH', path, { json: { description: null } })).status).toBe(204);
  expect((await care.professional({ url })).data.description).toBeNull();
});

rule('AUX-3', 'a user that is found by external id has it, and the id is 404 after it changes', async (scene) => {
  const { care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  expect(client.url).not.toContain('/aux/');
  await client.update({ id: 'EHR-9' });
  expect((await care.client({ id: 'EHR-9' })).url).toBe(client.url);
  for (const path of ['/aux/client/id/EHR-1042', '/aux/client/id/ehr-9', '/aux/professional/id/EHR-9', '/c/EHR-9']) {
    expect((await raw('GET', path)).status, path).toBe(404);
  }
  await expect(care.client({ id: 'EHR-1042' })).rejects.toMatchObject({ name: 'NotFoundError', status: 404 });
});

rule('AUX-4', 'a client and a professional may share an external id, two of a kind may not', async (scene) => {
  const { care, raw } = scene;
  const professional = await care.createProfessional({ ...newProfessional, id: 'EHR-1042' });
  const client = await care.client({ id: 'EHR-1042' });
  expect((await care.professional({ id: 'EHR-1042' })).url).toBe(professional.url);
  expect([client.type, professional.type].map((type) => type.split('/').at(-1))).toEqual(['client', 'professional']);

  const other = await care.createClient({ ...newClient, email: 'nina@mail.example', id: 'PRO-1' });
  expect((await care.client({ id: 'PRO-1' })).url).toBe(other.url);

  const taken = invalidJson(['id', 'Identifier is already in use.']);
  const second = { ...newClient, id: 'EHR-1042' };
  expect(await refusal(raw('POST', '/c', { json: second }))).toEqual(taken);
  await expect(care.createClient(second)).rejects.toMatchObject(asError(taken));
  const another = { ...newProfessional, email: 'pim@mail.example', id: 'EHR-1042' };
  expect(await refusal(raw('POST', '/p', { json: another }))).toEqual(taken);
});

rule('AUX-5', 'whether an external id must be given is a setting for each kind of user', async (scene) => {
  const { care, raw, sandbox } = scene;
  const missing = invalidJson(['id', 'Required input is missing.']);

  sandbox.settings.externalIdRequired.client = true;
  expect(await refusal(raw('POST', '/c', { json: newClient }))).toEqual(missing);
  expect(await refusal(raw('POST', '/c', { json: { ...newClient, id: null } }))).toEqual(missing);
  await expect(care.createClient(newClient)).rejects.toMatchObject(asError(missing));
  expect((await care.createProfessional(newProfessional)).data.id).toBeNull();

  sandbox.settings.externalIdRequired = { client: false, professional: true };
  const other = { ...newProfessional, email: 'pim@mail.example' };
  expect(await refusal(raw('POST', '/p', { json: other }))).toEqual(missing);
  await expect(care.createProfessional(other)).rejects.toMatchObject(asError(missing));
  expect((await care.createClient(newClient)).data.id).toBeNull();
});

rule('AUX-6', 'nothing lies below an auxiliary URL, so the client goes on from the canonical one', async (scene) => {
  const { care, raw, sandbox } = scene;
  for (const below of ['diary', 'tasks', 'tasks/items', 'activation', 'relations']) {
    expect((await raw('GET', `/aux/client/id/EHR-1042/${below}`)).status, below).toBe(404);
  }
  expect((await raw('GET', '/aux/professional/id/PRO-1/groups')).status).toBe(404);

  const requests = await requestsOf(sandbox, async () => {
    const client = await care.client({ id: 'EHR-1042' });
    await client.tasks().toArray();
    await client.deactivate({ sendEmail: 'no' });
    await client.update({ infix: null });
  });
  expect(requests.shift()).toBe('GET /aux/client/id/EHR-1042');
  expect(requests).toHaveLength(3);
  for (const request of requests) expect(request).toMatch(/^\w+ \/c\/[0-9a-f]+/);
  const sent = sandbox.journal.length;
  for (const id of ['', '.', '..']) {
    await expect(care.client({ id })).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'id' }] });
  }
  expect(sandbox.journal).toHaveLength(sent);
  expect(await json(raw('GET', '/aux/client/id/'))).toMatchObject({ code: 404 });
});
