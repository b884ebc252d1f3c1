import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

const moodSchema = 'https://care.example/ns/diary/schema/entry#mood:2';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const photo = { '@type': 'base64', data: picture, filename: 'a.png' };

test('the file of a replaced or removed image is gone, and that of a kept one stays', async () => {
  const sandbox = createSandbox();
  const entries = linkUrl((await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body, 'diary.entries');
  const fields = { '@type': moodSchema, dt: '2026-03-01T20:00:00', mood: 'good', tension: 3 };
  const entry = (await ask(sandbox, 'POST', entries, { body: { ...fields, photo } })).body;
  const change = (body: object) => ask(sandbox, 'PATCH', entry['@url'], { body });
  const urlOfPhoto = async () => {
    const { photo } = (await ask(sandbox, 'GET', entry['@url'])).body;
    return (photo as { url: string }).url;
  };
  const statusOf = async (url: string) => (await sandbox.fetch(url, { headers: authorization })).status;
  const authorization = { authorization: `svc-token ${sandbox.tokens.apiUser}` };
  const first = await urlOfPhoto();
  await change({ tension: 4 });
  expect([await urlOfPhoto(), await statusOf(first)]).toEqual([first, 200]);
  await change({ photo: { ...photo, filename: 'b.png' } });
  const second = await urlOfPhoto();
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  await change({ photo: null });
  expect(await statusOf(second)).toBe(404);
});

test('the client that remains after a merge may write what either of the two could, each once', async () => {
  const sandbox = createSandbox();
  const { control } = sandbox;
  const [mood, sleep, ...rest] = control.diaryConfiguration('EHR-1042');
  if (mood === undefined || sleep === undefined) throw new Error('The diary of the seed has two schemas at least.');
  control.configureDiary('EHR-1043', [mood, ...rest]);
  control.configureDiary('EHR-1042', [mood, sleep]);
  const survivor = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1043')).body;
  const { status } = await ask(sandbox, 'POST', `${survivor['@url']}/merge`, { body: { id: 'EHR-1042' } });
  expect(status).toBe(204);
  expect(control.diaryConfiguration('EHR-1043')).toEqual([mood, ...rest, sleep]);
});

test('an entry counts as modified after the second in which it is written, but not after the very moment', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const write = (dt: string) =>
    ask(sandbox, 'POST', linkUrl(client, 'diary.entries'), {
      body: { '@type': moodSchema, dt, mood: 'good', tension: 3 },
    });
  const modifiedAfter = async (time: string) => {
    const { body } = await ask(sandbox, 'GET', `${linkUrl(client, 'diary.entries.items')}?modified_after=${time}`);
    return body['@items'].map(({ dt }) => dt);
  };
  await write('2026-03-01T20:00:00');
  sandbox.clock.advance({ seconds: 0.4 });
  await write('2026-03-01T21:00:00');
  expect(await modifiedAfter('2026-03-02T09:00:00')).toEqual(['2026-03-01T21:00:00']);
  expect(await modifiedAfter('2026-03-02T09:00:01')).toEqual([]);
});
