import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { get, requestsOf } from './wire.js';

const kindOf = (request: string) => request.split(' ')[0];

rule(
  'NS-10',
  'an export may skip states and go back, and is awaited all the same',
  async ({ sandbox, care, raw }) => {
    const stepped = await care.startExport({ name: 'client' });
    expect(sandbox.control.stepExport(stepped.url)).toBe('started');
    expect((await get(raw, stepped.url)).state).toBe('started');
    sandbox.clock.advance({ days: 9 });
    expect((await get(raw, stepped.url)).state).toBe('started');
    expect(sandbox.control.stepExport(stepped.url)).toBe('completed');

    sandbox.settings.exportQueuedFor = 2000;
    sandbox.settings.exportRunsFor = 3000;
    const timed = await care.startExport({ name: 'client' });
    const states = [];
    for (const seconds of [1, 1, 2, 1]) {
      sandbox.clock.advance({ seconds });
      states.push((await get(raw, timed.url)).state);
    }
    expect(states).toEqual(['queued', 'started', 'started', 'completed']);

    const job = await care.startExport({ name: 'client' });
    respondOnce(sandbox, job.url, job, { state: 'started', started: '2026-03-02T09:00:00' });
    respondOnce(sandbox, job.url, job, { state: 'queued' });
    respondOnce(sandbox, job.url, job, {
      state: 'completed',
      '@links': [{ name: 'download', url: `${job.url}/download` }],
    });
    const seen: string[] = [];
    await job.waitForCompletion({ interval: 1, onProgress: ({ data }) => seen.push(data.state) });
    expect(seen).toEqual(['queued', 'started', 'queued', 'completed']);
  },
  exportsByHand,
);

rule(
  'NS-11',
  'waiting for a cancelled export ends with any final state',
  async ({ sandbox, care, raw }) => {
    const job = await care.startExport({ name: 'client' });
    await job.cancel();
    expect((await get(raw, job.url)).state).toBe('cancelled');
    expect(await failureOf(job.waitForCompletion({ interval: 1 }))).toMatchObject({
      name: 'ExportFailedError',
      state: 'cancelled',
    });
    for (const [state, error] of [
      ['failed', null],
      ['archived', null],
      ['aborted', { message: 'Stopped by its creator', extra: [] }],
    ] as const) {
      respondOnce(sandbox, job.url, job, { state, error, '@links': [] });
      const failure = await failureOf(job.waitForCompletion({ interval: 1 }));
      expect(failure).toMatchObject({ name: 'ExportFailedError', state, reason: error?.message ?? '' });
    }
  },
  exportsByHand,
);

rule('NS-12', 'a merge succeeds with any body of the response', async ({ sandbox, care, raw }) => {
  const [first, ...others] = ['EHR-1042', 'EHR-1043', 'EHR-1044', 'EHR-1047', 'EHR-1048'];
  const survivor = await care.client({ id: first ?? '' });
  const response = await raw('POST', `${survivor.url}/merge`, { json: { id: others[0] } });
  expect([response.status, await response.text()]).toEqual([204, '']);
  for (const [index, patchResponse] of (['204', '200-empty', '200-body'] as const).entries()) {
    sandbox.settings.patchResponse = patchResponse;
    expect(await survivor.mergeIn({ id: others[index + 1] ?? '' })).toBeUndefined();
    expect((await raw('GET', `/aux/client/id/${others[index + 1]}`)).status).toBe(404);
  }
  const path = `/c/${survivor.url.split('/').at(-1)}/merge`;
  sandbox.faults.add({ kind: 'response', status: 202, body: ['queued'], path });
  expect(await survivor.mergeIn({ id: 'EHR-1049' })).toBeUndefined();
});

rule('NS-13', 'the caller chooses the mail of an activation, or leaves it to the platform', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1045' });
  const { url } = client.links.get('activation');
  expect((await raw('POST', url, { json: { active: true } })).status).toBe(204);
  expect(sandbox.outbox.map(({ kind }) => kind)).toEqual(['activation']);
  sandbox.control.setActive(client.url, false);
  await client.activate();
  expect(sent.at(-1)?.body).toEqual({ active: true });
  sandbox.control.setActive(client.url, false);
  await client.activate({ sendEmail: 'activation' });
  expect(sent.at(-1)?.body).toEqual({ active: true, send_email: 'activation' });
  expect(sandbox.outbox.map(({ kind }) => kind)).toEqual(Array(3).fill('activation'));
});

rule('NS-14', 'a change is known after any successful response', async ({ sandbox, care, as, raw }) => {
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const friend = await (await as(sandbox.tokens.friend)).friend({ url });
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const label = await care.labels().first();
  const entry = await client.diaryEntries().first();
  const expected = { '204': [204, false], '200-empty': [200, false], '200-body': [200, true] } as const;
  for (const patchResponse of ['204', '200-empty', '200-body'] as const) {
    sandbox.settings.patchResponse = patchResponse;
    const response = await raw('PATCH', client.url, { json: { infix: 'x' } });
    expect([response.status, (await response.text()) !== '']).toEqual(expected[patchResponse]);

    const text = `by ${patchResponse}`;
    const requests = await requestsOf(sandbox, async () => {
      const changed = await client.update({ infix: text });
      expect([changed.data.infix, changed.links.names()]).toEqual([text, client.links.names()]);
      // A derived field changes with a response that has the resource, and stays as it was without one.
      expect(changed.data.name.includes(text)).toBe(patchResponse === '200-body');
      expect((await professional.update({ description: text })).data.description).toBe(text);
      expect((await friend.update({ name: text })).data.name).toBe(text);
      expect((await label?.rename(text))?.data.label).toBe(text);
      expect((await entry?.update({ note: text }))?.data.note).toBe(text);
      const blind = await care.updateClient({ id: 'EHR-1043' }, { infix: text });
      expect(blind?.data.infix).toBe(patchResponse === '200-body' ? text : undefined);
    });
    expect(requests.map(kindOf)).toEqual(Array(6).fill('PATCH'));
  }
});

rule('NS-15', 'any successful response deletes a label', async ({ sandbox, care, raw }) => {
  const [first, second, third] = await care.labels().toArray();
  const response = await raw('DELETE', first?.url ?? '');
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(await second?.delete()).toBeUndefined();
  sandbox.settings.patchResponse = '200-body';
  expect(await third?.delete()).toBeUndefined();
  expect(await care.labels().toArray()).toEqual([]);
});

rule('NS-16', 'several content types go as a repeated parameter, or joined if a caller asks for it', async (scene) => {
  const { sandbox, care, raw } = scene;
  const found = async (query: string) => (await get(raw, `/catalogue/items?limit=50&${query}`))['@items'].length;
  expect(await found('content_types=diary&content_types=topic')).toBe(17);
  expect(await found('content_types=diary,topic')).toBe(17);
  const spaced = await get(raw, '/catalogue/items?limit=50&content_types=topic,template%20training');
  expect(new Set(spaced['@items'].map((item) => item.content_type))).toEqual(new Set(['topic', 'template training']));
  expect(await get(raw, '/catalogue/items?limit=50&content_types=topic&content_types=template+training')).toEqual(
    spaced,
  );
  const requests = await requestsOf(sandbox, async () => {
    expect(await care.catalogue({ limit: 50, contentTypes: ['diary', 'topic'] }).toArray()).toHaveLength(17);
    const joined = care.catalogue({ limit: 50 }, { extra: { query: { content_types: 'diary,topic' } } });
    expect(await joined.toArray()).toHaveLength(17);
  });
  const sent = new Set(
    requests.map((request) =>
      request
        .replace(/.*\?/, '')
        .match(/content_types=[^&]*/g)
        ?.join('&'),
    ),
  );
  expect([...sent]).toEqual(['content_types=diary&content_types=topic', 'content_types=diary%2Ctopic']);
});

rule('NS-17', 'feedback and notice of a tool are asked for when set and not otherwise', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  await client.addTool({ id: 'content-020' });
  expect(sent.at(-1)?.body).toEqual({ id: 'content-020' });
  expect((await raw('POST', client.links.get('tools').url, { json: { id: 'content-021' } })).status).toBe(201);
  expect(sandbox.outbox).toEqual([]);
  await client.addTool({ id: 'content-020', require_feedback: false, notify: true });
  expect(sent.at(-1)?.body).toEqual({ id: 'content-020', require_feedback: false, notify: true });
  expect(sandbox.outbox).toMatchObject([{ to: client.data.email, kind: 'tool' }]);
});
