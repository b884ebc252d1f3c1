import { inlineFile } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { rule } from './rule.js';
import { asError, get, invalidQuery, linkNames, refusal, requestsOf } from './wire.js';

rule(
  'NS-26',
  'nothing is pushed: what changed is polled for',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1042' });
    const offered = [...linkNames(await get(raw, '')), ...client.links.names()];
    expect(offered.filter((name) => /hook|subscri|stream|push|event/.test(name))).toEqual([]);
    for (const path of ['/webhooks', '/subscriptions', '/changes/stream']) {
      expect((await raw('POST', path, { json: { url: 'https://receiver.example' } })).status).toBe(404);
    }
    sandbox.control.assignTask(client.url);
    const requests = await requestsOf(sandbox, async () => {
      for await (const event of care.watchChanges({ types: ['tasks'] })) {
        expect(event).toEqual({ kind: 'resync', reason: 'start' });
        break;
      }
    });
    expect(requests.map((request) => request.split('&')[0])).toEqual(['GET /changes?type=tasks']);
  },
  { clock: { frozen: true } },
);

rule('NS-27', 'conversations, relations and labels have no state', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const [talk, relation] = [await client.conversations().first(), await client.relations().first()];
  const label = await care.labels().first();
  const keys = (document: object | undefined) => Object.keys(document ?? {});
  expect(keys(relation?.data)).toEqual(['professional', 'client', 'predicate']);
  expect(keys(label?.data)).toEqual(['identifier', 'label']);
  for (const one of [talk, relation, label])
    expect(keys(one?.data).filter((name) => /stat(e|us)/.test(name))).toEqual([]);
  for (const url of [relation?.url, label?.url]) {
    expect(keys(await get(raw, url ?? '')).filter((name) => /stat(e|us)/.test(name))).toEqual([]);
  }
});

rule('NS-28', 'a stored address of the diary is 404 without access, and shows no more', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const { url } = client.links.get('diary');
  sandbox.control.setFeatures(client.url, { diary: false });
  expect(await refusal(raw('GET', url))).toEqual({ status: 404, body: { code: 404, message: 'Not found' } });
  expect(await failureOf(care.open(url))).toMatchObject({ name: 'NotFoundError', reason: 'Not found', problems: [] });
  expect(await failureOf(client.diary())).toMatchObject({ name: 'NotFoundError' });
  const fresh = await client.refresh();
  const requests = await requestsOf(sandbox, async () => {
    expect(await failureOf(fresh.diary())).toMatchObject({ name: 'LinkNotFoundError', wanted: 'diary' });
  });
  expect(requests).toEqual([]);
});

rule(
  'NS-29',
  'any limit may be asked for, a hundred are by default, and fewer may come',
  async ({ sandbox, care, raw }) => {
    expect((await get(raw, '/catalogue/items?limit=999999'))['@paging']).toMatchObject({ found: 40, limit: 999_999 });
    const requests = await requestsOf(sandbox, async () => {
      expect(await care.clients().toArray()).toHaveLength(14);
      expect(await care.clients({ limit: 999_999 }).toArray()).toHaveLength(14);
    });
    expect(requests).toEqual(['GET /c/items?start=0&limit=100', 'GET /c/items?start=0&limit=999999']);

    sandbox.settings.limitCap = { size: 10, refuse: false };
    expect((await get(raw, '/c/items?limit=50'))['@paging']).toMatchObject({ found: 10, limit: 50 });
    expect(await care.clients({ limit: 50 }).toArray()).toHaveLength(14);
    expect(await care.searchClients({ active: true, limit: 50 }).toArray()).toHaveLength(13);
    sandbox.settings.limitCap = { size: 10, refuse: true };
    const refused = invalidQuery(['limit', 'Unknown value.']);
    expect(await refusal(raw('GET', '/c/items?limit=50'))).toEqual(refused);
    expect(await failureOf(care.clients({ limit: 50 }).toArray())).toMatchObject(asError(refused));
    expect(await care.clients({ limit: 10 }).toArray()).toHaveLength(14);
  },
);

rule('NS-30', 'bodies have no largest size unless the platform sets one', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const big = await inlineFile(new Uint8Array(3_000_000));
  expect((await raw('PATCH', client.url, { json: { picture: big } })).status).toBe(204);
  await client.update({ picture: big });
  expect((await client.refresh()).data.picture).toMatchObject({ size: 3_000_000 });

  sandbox.settings.maxBodyBytes = 1000;
  const response = await refusal(raw('PATCH', client.url, { json: { picture: big } }));
  expect(response).toEqual({ status: 400, body: { code: 400, message: expect.any(String) } });
  const failure = await failureOf(client.update({ picture: big }));
  expect(failure).toMatchObject({ name: 'BadRequestError', status: 400, attempts: 1 });
  expect((await client.update({ infix: 'de' })).data.infix).toBe('de');
});

rule('NS-31', 'as many exports may be started as there is reason to', async ({ care, raw }) => {
  for (let count = 0; count < 12; count++) {
    expect((await raw('POST', '/export', { json: { name: 'client' } })).status).toBe(201);
    expect((await care.startExport({ name: 'client' })).data.state).toBe('queued');
  }
  expect(await care.exports({ limit: 10 }).toArray()).toHaveLength(24);
});
