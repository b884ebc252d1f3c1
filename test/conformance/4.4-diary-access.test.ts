import { expect } from 'vitest';
import { rule } from './rule.js';
import { asError, get, invalidJson, json, linkNames, refusal, requestsOf } from './wire.js';
import { writtenEntry } from './written-entry.js';

rule('EPD-9', 'the parts of a diary are reached from the client and from the diary', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const diary = await client.diary();
  const names = ['configuration', 'entries', 'entries.items', 'entries.schemas'];
  expect(linkNames(await get(scene.raw, diary.url))).toEqual(names);
  for (const name of names) {
    expect(diary.links.get(name).url).toBe(client.links.get(`diary.${name}`).url);
  }
  expect(linkNames(await get(scene.raw, client.url))).toEqual(
    expect.arrayContaining([
      'diary',
      'diary.configuration',
      'diary.entries',
      'diary.entries.items',
      'diary.entries.schemas',
    ]),
  );
  const direct = await requestsOf(scene.sandbox, () => client.diaryEntries({ limit: 1 }).first());
  const around = await requestsOf(scene.sandbox, () => diary.entries({ limit: 1 }).first());
  expect(around).toEqual(direct);
  expect(direct).toHaveLength(1);
});

rule('EPD-10', 'a user without access to the diary has no links to it, and no request is sent', async (scene) => {
  const { care, raw, sandbox } = scene;
  const client = await care.client({ id: 'EHR-1044' });
  const names = linkNames(await get(raw, client.url));
  expect(names).toContain('planning');
  expect(names.filter((name) => name.startsWith('diary'))).toEqual([]);
  const requests = await requestsOf(sandbox, async () => {
    const missing = (wanted: string) => ({ name: 'LinkNotFoundError', wanted, offered: names });
    await expect(client.diary()).rejects.toMatchObject(missing('diary'));
    await expect(client.diarySchemas()).rejects.toMatchObject(missing('diary.configuration'));
    await expect(client.diaryEntries().first()).rejects.toMatchObject(missing('diary.entries.items'));
    await expect(client.addDiaryEntry('x#y:1', { dt: new Date() })).rejects.toMatchObject(missing('diary.entries'));
  });
  expect(requests).toEqual([]);
});

rule('EPD-11', 'a user without access to the diary gets 404 for all its parts', async (scene) => {
  const { raw, sandbox } = scene;
  const { client, schema, values, dt, entry } = await writtenEntry(scene);
  const diary = await client.diary();
  sandbox.control.setFeatures(client.url, { diary: false });
  const requests: [method: string, url: string][] = [
    ['GET', diary.url],
    ['GET', diary.links.get('configuration').url],
    ['GET', diary.links.get('entries.items').url],
    ['POST', diary.links.get('entries').url],
    ['GET', entry.url],
    ['PATCH', entry.url],
  ];
  for (const [method, url] of requests) {
    const { status, body } = await refusal(raw(method, url, method === 'GET' ? {} : { json: {} }));
    expect([method, url, status, body.code, body.extra]).toEqual([method, url, 404, 404, undefined]);
  }
  const calls = [
    () => diary.refresh(),
    () => diary.schemas(),
    () => diary.entries().first(),
    () => diary.addEntry(schema, { dt, ...values }),
    () => entry.refresh(),
    () => entry.update({ note: 'x' }),
  ];
  const notFound = { name: 'NotFoundError', message: expect.stringContaining('no access to the feature') };
  for (const call of calls) await expect(call()).rejects.toMatchObject(notFound);
});

rule('EPD-12', 'every required field that is missing is named', async (scene) => {
  const { client, schema, dt } = await writtenEntry(scene);
  const message = 'Required input is missing.';
  const missing = invalidJson(['mood', message], ['tension', message]);
  const body = { '@type': schema['@id'], dt: '2026-03-01T12:00:00' };
  expect(await refusal(scene.raw('POST', client.links.get('diary.entries').url, { json: body }))).toEqual(missing);
  await expect(client.addDiaryEntry(schema['@id'], { dt })).rejects.toMatchObject(asError(missing));
  const problems = missing.body.extra;
  await expect(client.addDiaryEntry(schema, { dt })).rejects.toMatchObject({ name: 'InputError', problems });
});

rule('EPD-13', 'an entry that is there already is given back and not written twice', async (scene) => {
  const { client, schema, values, dt, entry } = await writtenEntry(scene);
  scene.sandbox.clock.advance({ minutes: 5 });
  const list = async () => (await client.diaryEntries().toArray()).map((one) => one.toJSON());
  const before = await list();
  const body = { '@type': schema['@id'], dt: '2026-03-01T12:00:00', ...values };
  const response = await scene.raw('POST', client.links.get('diary.entries').url, { json: body });
  expect([response.status, response.headers.get('location')]).toEqual([200, entry.url]);
  expect(await json(response)).toEqual(entry.toJSON());
  const again = await client.addDiaryEntry(schema, { dt, ...values });
  expect([again.existed, again.url]).toEqual([true, entry.url]);
  expect(await list()).toEqual(before);
  expect((await client.addDiaryEntry(schema, { dt, ...values, note: 'other' })).existed).toBe(false);
});
