import {
  ApiError,
  BadRequestError,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  isCareError,
  MethodNotAllowedError,
  NotFoundError,
  OutcomeUnknownError,
  ServerError,
  UnauthorizedError,
} from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { rule } from './rule.js';
import { get, json, requestsOf } from './wire.js';

rule('STC-1', '400 is an application error, about values or not', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const relation = { '@type': 'https://care.example/ns/relation', predicate: 'attends', professional: { id: 'PRO-1' } };
  const refused = [
    await raw('POST', '/c', { json: {} }),
    await raw('POST', client.links.get('relations').url, { json: relation }),
    await raw('POST', client.links.get('activation').url, { json: { active: true } }),
    await raw('GET', client.links.get('conversations').url),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const about = await failureOf(client.update({ email: 'joris.verzonnen@mail.example' }));
  expect(about).toBeInstanceOf(InvalidInputError);
  expect(about).toMatchObject({ status: 400, problems: [{ name: 'email', message: expect.any(String) }], attempts: 1 });
  const state = await failureOf(client.activate());
  expect([state instanceof BadRequestError, state instanceof InvalidInputError]).toEqual([true, false]);
});

rule('STC-2', '401 is no right to the endpoint, and for exports also a wrong user or state', async (scene) => {
  const { sandbox, care, as, raw } = scene;
  const officer = await as(sandbox.tokens.dataOfficer);
  const job = await officer.startExport({ name: 'client' });
  const { url } = job.links.get('cancel');
  expect((await raw('POST', url)).status).toBe(401);
  expect((await raw('GET', url.replace(/cancel$/, 'download'))).status).toBe(401);
  expect((await json(raw('GET', '/c/items', { token: null }))).code).toBe(401);
  await job.cancel();
  const again = await failureOf(job.cancel());
  expect(again).toBeInstanceOf(UnauthorizedError);
  expect(again).toMatchObject({ status: 401, attempts: 1 });
  expect((await job.refresh()).data.state).toBe('cancelled');
  sandbox.control.revokeToken(sandbox.tokens.apiUser);
  const requests = await requestsOf(sandbox, async () => {
    expect(await failureOf(care.labels().toArray())).toBeInstanceOf(UnauthorizedError);
  });
  expect(requests).toHaveLength(1);
});

rule('STC-3', '403 is a valid token without the right', async ({ sandbox, as, raw }) => {
  const { apiUserPlain } = sandbox.tokens;
  const path = '/configuration/apiusers/errorlog/items';
  expect((await json(raw('GET', path, { token: apiUserPlain }))).code).toBe(403);
  const refused = await failureOf((await as(apiUserPlain)).apiErrors().toArray());
  expect(refused).toBeInstanceOf(ForbiddenError);
  expect(refused).toMatchObject({ status: 403, attempts: 1 });
});

rule('STC-4', '404 is what does not exist, no longer exists, or has no diary', async ({ sandbox, care, raw }) => {
  const label = await care.createLabel('Tijdelijk');
  await label.delete();
  const withoutDiary = (await care.client({ id: 'EHR-1044' })).url;
  for (const url of ['/no/such/endpoint', '/c/none', label.url, `${withoutDiary}/diary`]) {
    expect([url, (await raw('GET', url)).status]).toEqual([url, 404]);
    const refused = await failureOf(care.open(url.replace(/^\//, '')));
    expect(refused).toBeInstanceOf(NotFoundError);
    expect(refused).toMatchObject({ status: 404, attempts: 1 });
  }
  // Links that were read while the client still had its diary.
  const client = await care.client({ id: 'EHR-1042' });
  sandbox.control.setFeatures(client.url, { diary: false });
  expect(await failureOf(client.diary())).toBeInstanceOf(NotFoundError);
  expect(await failureOf(client.diaryEntries().toArray())).toBeInstanceOf(NotFoundError);
});

rule('STC-5', '405 is a method that a known endpoint does not have', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const paths = client.links.names().filter((name) => !['application', 'logout'].includes(name));
  const urls = [care.url, client.url, '/c', '/c/items', '/p', '/p/items', '/export', '/export/items', '/changes'];
  for (const url of [...urls, ...paths.map((name) => client.links.get(name).url)]) {
    const response = await raw('DELETE', url);
    const allowed = response.headers.get('allow')?.split(', ') ?? [];
    expect([url, response.status, allowed.length > 0, allowed.includes('DELETE')]).toEqual([url, 405, true, false]);
  }
  expect((await raw('GET', '/configuration/labels')).status).toBe(405);
  expect((await raw('GET', '/c')).headers.get('allow')).toBe('POST');
  expect(await json(raw('PUT', '/c/items', { json: {} }))).toMatchObject({ code: 405 });
  const refused = await failureOf(care.request({ method: 'DELETE', url: client.url }));
  expect(refused).toBeInstanceOf(MethodNotAllowedError);
  expect(refused).toMatchObject({ status: 405, attempts: 1 });
});

rule('STC-6', '406 is a body that cannot be decoded', async ({ sandbox, care, raw }) => {
  const broken = ['{"label":', 'label=Intake', '[]', '', new Uint8Array([...'{"label":"'].map((c) => c.charCodeAt(0)))];
  for (const body of [...broken, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
    expect((await raw('POST', '/configuration/labels', { body })).status).toBe(406);
  }
  const asText = { body: '{"label":"Intake"}', headers: { 'content-type': 'text/plain' } };
  expect((await json(raw('POST', '/configuration/labels', asText))).code).toBe(406);
  // What a gateway broke on the way; the client itself sends JSON.
  sandbox.faults.add({ kind: 'response', status: 406, body: { code: 406, message: 'Invalid payload' } });
  const refused = await failureOf(care.createLabel('Intake'));
  expect(refused).toBeInstanceOf(InvalidPayloadError);
  expect(refused).toMatchObject({ status: 406, attempts: 1 });
});

rule('STC-7', '429 is too many requests, and every method is sent again after it', async ({ sandbox, care }) => {
  const label = await care.createLabel('Tijdelijk');
  const calls: readonly (() => Promise<unknown>)[] = [
    () => care.labels().toArray(),
    () => care.createLabel('Intake'),
    () => label.rename('Anders'),
    () => label.delete(),
  ];
  for (const call of calls) {
    sandbox.faults.add({ kind: 'response', status: 429, body: { code: 429, message: 'Too many requests' }, times: 2 });
    const before = sandbox.journal.length;
    await call();
    const seen = sandbox.journal.slice(before);
    expect(seen.map(({ status }) => status).slice(0, 2)).toEqual([429, 429]);
    expect(seen).toHaveLength(3);
  }
  expect((await care.labels().toArray()).map(({ data }) => data.label).slice(3)).toEqual(['Intake']);
});

rule('STC-8', '500 is an unexpected error, after which only what is safe is sent again', async (scene) => {
  const { sandbox, care, raw } = scene;
  const fail = { kind: 'response', status: 500, body: { code: 500, message: 'Unexpected error' } } as const;
  sandbox.faults.add(fail);
  expect((await raw('GET', '/c/items')).status).toBe(500);
  sandbox.faults.add(fail);
  const requests = await requestsOf(sandbox, () => care.labels().toArray());
  expect(requests).toHaveLength(2);
  sandbox.faults.add({ ...fail, times: 3 });
  const refused = await failureOf(care.labels().toArray());
  expect(refused).toBeInstanceOf(ServerError);
  expect(refused).toMatchObject({ status: 500, reason: 'Unexpected error', attempts: 3 });

  sandbox.faults.add({ ...fail, afterWork: true });
  const unknown = await failureOf(care.createLabel('Intake'));
  expect(unknown).toBeInstanceOf(OutcomeUnknownError);
  expect(isCareError(unknown) && unknown.cause).toBeInstanceOf(ServerError);
  const { '@items': labels } = await get(raw, '/configuration/labels/items');
  expect(labels.filter(({ label }) => label === 'Intake')).toHaveLength(1);
  expect(unknown).not.toBeInstanceOf(ApiError);
});
