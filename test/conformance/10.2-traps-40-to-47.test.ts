import { connect, ForeignLinkError, InputError, inlineFile, NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { pixels } from './pixels.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, invalidJson, refusal, requestsOf } from './wire.js';

rule('TRAP-40', 'a field that is switched off is gone, one without a value is null', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  await client.update({ phone_number: null });
  const cleared = await client.refresh();
  expect(await get(raw, client.url)).toMatchObject({ phone_number: null, infix: null });
  expect(cleared.data).toMatchObject({ phone_number: null, infix: null });

  sandbox.settings.fields.client.phone_number = false;
  sandbox.settings.fields.professional.picture = false;
  expect(await get(raw, client.url)).not.toHaveProperty('phone_number');
  const { data } = await client.refresh();
  expect([data.phone_number, 'phone_number' in data, data.infix]).toEqual([undefined, false, null]);
  const professional = await care.professional({ id: 'PRO-2' });
  expect(['picture' in professional.data, professional.data.description]).toEqual([false, null]);
});

rule('TRAP-41', 'a misspelt field is refused here, since the platform drops it in silence', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  expect((await raw('PATCH', client.url, { json: { frist_name: 'Fien', infix: 'de' } })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['frist_name']);
  expect((await client.refresh()).data).toMatchObject({ first_name: 'Fenna', infix: 'de' });

  const requests = await requestsOf(sandbox, async () => {
    // @ts-expect-error: first_name
    const failure = await failureOf(client.update({ frist_name: 'Fien' }));
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: 'frist_name' }] });
  });
  expect(requests).toEqual([]);
  await client.update({}, { extra: { body: { nickname: 'Fen' } } });
  expect(sandbox.journal.at(-1)).toMatchObject({ method: 'PATCH', ignored: ['nickname'] });
});

rule(
  'TRAP-42',
  'the client distinguishes addresses for people, and sends them neither request nor token',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const client = await care.client({ id: 'EHR-1042' });
    const task = await client.tasks().first();
    const conversation = await client.conversations().first();
    sandbox.control.assignTask(client.url);
    const since = new Date('2026-03-02T08:59:00Z');
    const change = await care.changes({ type: 'tasks', since }).first();
    if (task === undefined || change === undefined || client.data.picture == null) throw new Error('Not seeded.');

    const wire = await get(raw, task.url);
    expect([wire['@url'], wire.url]).toEqual([task.url, task.data.url]);
    expect(task.data.url).toMatch(/^https:\/\/web\.example\/tasks\//);
    expect(conversation?.data.url).toMatch(/^https:\/\/web\.example\/conversations\//);
    for (const url of [task.url, change.data.url, change.user.url, client.data.picture.url]) {
      expect(url.startsWith(`${sandbox.baseUrl}/`)).toBe(true);
      expect([url, (await raw('GET', url)).status]).toEqual([url, 200]);
    }
    const before = sent.length;
    for (const url of [task.data.url, conversation?.data.url]) {
      await expect(care.open(url ?? '')).rejects.toThrow(ForeignLinkError);
    }
    await expect(care.file({ url: `${care.data.web_url}/static/logo.png` })).rejects.toThrow(ForeignLinkError);
    expect(sent).toHaveLength(before);
  },
  { settings: { webUrl: 'https://web.example' } },
);

rule(
  'TRAP-43',
  'a link to another origin gets no request, unless the caller maps it home',
  async ({ sandbox, raw }) => {
    const foreign = 'https://inside.example/api/2/configuration/labels/items';
    sandbox.settings.foreignLinks = { 'configuration.labels.items': foreign };
    const root = await get(raw, '');
    expect(root['@links']).toContainEqual({ name: 'configuration.labels.items', url: foreign });

    const { care, sent } = await recorded(sandbox);
    const failure = await failureOf(care.labels().toArray());
    expect(failure).toBeInstanceOf(ForeignLinkError);
    expect(String(failure)).not.toContain('configuration/labels');
    await expect(care.open(foreign)).rejects.toThrow(ForeignLinkError);
    expect(sent).toEqual([]);

    const { baseUrl, fetch, tokens } = sandbox;
    const mapped = await connect({ baseUrl, fetch, token: tokens.apiUser, mapLink: 'base' });
    expect(await requestsOf(sandbox, () => mapped.labels().toArray())).toEqual(['GET /configuration/labels/items']);
  },
);

rule('TRAP-44', 'external ids, ids of content and internal ids do not stand for each other', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const key = client.url.split('/').at(-1) ?? '';
  const job = await care.startExport({ name: 'client' });
  expect(sandbox.control.user(job.data.user_id)).toMatchObject({ kind: 'apiUser', id: null });
  expect((await get(raw, job.url)).user_id).toBe(job.data.user_id);
  const item = await care.catalogue({ limit: 1 }).first();
  const ids = [client.data.id ?? '', key, item?.data.id ?? ''];
  expect(ids).toEqual(['EHR-1042', expect.stringMatching(/^[0-9a-f]{10}$/), 'content-001']);

  for (const id of [key, 'content-001', job.data.user_id]) {
    expect((await raw('GET', `/aux/client/id/${id}`)).status).toBe(404);
    await expect(care.client({ id })).rejects.toThrow(NotFoundError);
  }
  expect((await raw('GET', '/c/EHR-1042')).status).toBe(404);
  for (const id of ['EHR-1042', key]) {
    expect(await failureOf(client.addTool({ id }))).toMatchObject({ status: 400, problems: [{ name: 'id' }] });
  }
});

rule('TRAP-45', 'a poster is a plain address, a picture or image a reference to a file', async ({ care, raw }) => {
  const item = await care.catalogue({ limit: 1 }).first();
  const [wire] = (await get(raw, '/catalogue/items?limit=1'))['@items'];
  expect(wire?.poster).toBe('https://sandbox.example/static/posters/1.png');
  expect(item?.data.poster).toBe(wire?.poster);

  const client = await care.client({ id: 'EHR-1042' });
  const photos = (await client.diaryEntries().toArray()).flatMap(({ data }) => data.photo ?? []);
  expect(photos).toHaveLength(1);
  for (const file of [client.data.picture, ...photos]) {
    const size = expect.any(Number);
    expect(file).toMatchObject({ '@type': 'link', url: expect.any(String), size, content_type: 'image/png' });
  }
  expect((await get(raw, client.url)).picture).toEqual(client.data.picture);
});

rule(
  'TRAP-46',
  'the types of files are two bare words, whatever stands before all other types',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const client = await care.client({ id: 'EHR-1042' });
    expect([client.type, client.data.picture?.['@type']]).toEqual(['urn:x-care/client', 'link']);
    await client.update({ picture: await inlineFile(pixels) });
    expect(sent.at(-1)?.body).toEqual({ picture: { '@type': 'base64', data: 'iVBORwECAw==' } });
    const { picture, '@type': type } = await get(raw, client.url);
    expect([type, picture]).toEqual(['urn:x-care/client', expect.objectContaining({ '@type': 'link', size: 7 })]);
    for (const word of ['urn:x-care/base64', 'link']) {
      const json = { picture: { '@type': word, data: 'iVBORwECAw==' } };
      expect([word, (await raw('PATCH', client.url, { json })).status]).toEqual([word, 400]);
    }
  },
  { settings: { typeNs: 'urn:x-care' } },
);

rule('TRAP-47', 'a reference that was read is no file to send', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const { picture } = client.data;
  const response = await refusal(raw('PATCH', client.url, { json: { picture } }));
  expect(response).toEqual(invalidJson(['picture', 'Must be an inline file.']));
  const requests = await requestsOf(sandbox, async () => {
    // @ts-expect-error: inlineFile makes one
    await expect(client.update({ picture })).rejects.toThrow(InputError);
  });
  expect(requests).toEqual([]);
  expect((await get(raw, client.url)).picture).toEqual(picture);
});
