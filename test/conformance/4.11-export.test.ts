import { type Application, connect } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule, type Scene } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { asError, get, invalidOption, json, linkNames, refusal, requestsOf } from './wire.js';

/** Moves a job from queued to completed. */
function complete({ sandbox }: Scene, url: string): void {
  for (let step = 0; step < 2; step++) sandbox.control.stepExport(url);
}

/** A connection that counts how often its token is asked for. */
async function counted({ sandbox }: Scene): Promise<{ care: Application; asked: () => number }> {
  let count = 0;
  const token = () => {
    count += 1;
    return sandbox.tokens.apiUser;
  };
  const { baseUrl, fetch } = sandbox;
  return { care: await connect({ baseUrl, fetch, token }), asked: () => count };
}

rule('EPX-1', 'an export needs only a name, and its response is 201 with the job and its location', async (scene) => {
  const response = await scene.raw('POST', '/export', { json: { name: 'client' } });
  expect(response.status).toBe(201);
  const wire = await json(response);
  expect(response.headers.get('location')).toBe(wire['@url']);
  expect(wire['@type']).toBe(scene.care.type.replace(/application$/, 'export/job'));
  const { care, sent } = await recorded(scene.sandbox);
  const job = await care.startExport({ name: 'client' });
  expect(sent).toMatchObject([{ method: 'POST', path: '/export', body: { name: 'client' } }]);
  expect(await get(scene.raw, job.url)).toMatchObject({ '@url': job.url, user_id: job.data.user_id });
});

rule(
  'EPX-2',
  'the jobs of all users are listed, the latest first, in batches',
  async (scene) => {
    const officer = await scene.as(scene.sandbox.tokens.dataOfficer);
    const urls: string[] = [];
    for (const someone of [scene.care, officer, scene.care, officer, scene.care]) {
      urls.unshift((await someone.startExport({ name: 'client' })).url);
      scene.sandbox.clock.advance({ seconds: 1 });
    }
    const wire = await get(scene.raw, '/export/items');
    expect(Object.keys(wire).toSorted()).toEqual(['@items', '@links', '@paging']);
    expect(wire['@items'].map((item) => item['@url'])).toEqual(urls);
    const some = await get(scene.raw, '/export/items?start=1&limit=2');
    expect(some['@items']).toEqual(wire['@items'].slice(1, 3));
    expect(some['@paging']).toMatchObject({ found: 2, limit: 2, start: 1 });

    expect((await scene.care.exports({ limit: 2 }).toArray()).map((job) => job.url)).toEqual(urls);
    const [second] = await scene.care.exports({ start: 1, limit: 1 }).toArray({ max: 1 });
    expect(second?.url).toBe(urls[1]);
    const users = (await officer.exports().toArray()).map((job) => job.data.user_id);
    const [theirs, own] = users;
    expect(own).not.toBe(theirs);
    expect(users).toEqual([theirs, own, theirs, own, theirs]);
  },
  exportsByHand,
);

rule(
  'EPX-3',
  'a job is polled by its URL until its file is there, the time is up or the call is cancelled',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    const { url } = await care.startExport({ name: 'client' });
    expect(await get(raw, url)).toMatchObject({ '@url': url, state: 'queued' });
    const job = await care.exportJob(url);
    let looks = 0;
    const requests = await requestsOf(sandbox, async () => {
      const onProgress = () => {
        looks += 1;
        if (looks === 3) complete(scene, url);
      };
      expect((await job.waitForCompletion({ interval: 1, onProgress })).ready).toBe(true);
    });
    expect([looks, requests]).toEqual([4, Array(3).fill(`GET /export/${url.split('/').at(-1)}`)]);

    const endless = await care.startExport({ name: 'client' });
    await expect(endless.waitForCompletion({ interval: 1, timeout: 20 })).rejects.toMatchObject({
      name: 'PollTimeoutError',
    });
    const reason = new Error('not needed any more');
    const stop = new AbortController();
    const waiting = endless.waitForCompletion({ interval: 60_000, signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect((await endless.refresh()).data.state).toBe('queued');
  },
  exportsByHand,
);

rule(
  'EPX-4',
  'a POST without body cancels a job, with any successful response',
  async (scene) => {
    const { sandbox } = scene;
    const { care, sent } = await recorded(sandbox);
    for (const patchResponse of ['204', '200-empty', '200-body'] as const) {
      sandbox.settings.patchResponse = patchResponse;
      const job = await care.startExport({ name: 'client' });
      await job.cancel();
      expect(sent.at(-1)).toMatchObject({ method: 'POST', path: job.url.slice(care.url.length).concat('/cancel') });
      expect(sent.at(-1)?.body).toBeUndefined();
      expect(await get(scene.raw, job.url)).toMatchObject({ state: 'cancelled', '@links': [] });
      const failure = { name: 'ExportFailedError', state: 'cancelled' };
      await expect(job.waitForCompletion({ interval: 1 })).rejects.toMatchObject(failure);
    }
    sandbox.settings.patchResponse = '204';
    const { url } = await care.startExport({ name: 'client' });
    sandbox.control.stepExport(url);
    expect((await scene.raw('POST', `${url}/cancel`)).status).toBe(204);
    expect((await care.exportJob(url)).data.state).toBe('cancelled');
  },
  exportsByHand,
);

rule(
  'EPX-5',
  'the file of a job is downloaded as the bytes that it announces',
  async (scene) => {
    for (const [output_format, type, start] of [
      ['json', 'application/json', '[{"first_name"'],
      ['csv', 'text/csv;charset=UTF-8', 'first_name,'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK\u0003\u0004'],
    ] as const) {
      const { url } = await scene.care.startExport({ name: 'client', output_format });
      complete(scene, url);
      const job = await scene.care.exportJob(url);
      const { filename, content_length } = job.data;
      const response = await scene.raw('GET', job.links.get('download').url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('content-length')).toBe(String(content_length));
      expect(response.headers.get('content-disposition')).toContain(filename);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(new TextDecoder().decode(bytes).slice(0, start.length)).toBe(start);

      const download = await job.download();
      expect(download).toMatchObject({ contentType: type, size: content_length, filename });
      expect(await download.bytes()).toEqual(bytes);
      const streamed: number[] = [];
      for await (const chunk of (await job.download()).stream()) streamed.push(...chunk);
      expect(Uint8Array.from(streamed)).toEqual(bytes);
    }
  },
  exportsByHand,
);

for (const [id, sentence, options, problems] of [
  [
    'EPX-6',
    'a property that there is not is named, with the value that was sent',
    { properties: ['shoe size'] },
    [['shoe size', 'Unknown property']],
  ],
  [
    'EPX-7',
    'a combination that there is not is named',
    { combine: [{ name: 'invoices' }] },
    [['invoices', 'Unknown combine']],
  ],
  [
    'EPX-8',
    'everything that is wrong with an export is named at once',
    {
      properties: ['shoe size', 'age', 'hat size'],
      combine: [{ name: 'invoices' }, { name: 'task', properties: ['title', 'colour'] }],
    },
    [
      ['shoe size', 'Unknown property'],
      ['hat size', 'Unknown property'],
      ['invoices', 'Unknown combine'],
      ['colour', 'Unknown property'],
    ],
  ],
] as const) {
  rule(id, sentence, async (scene) => {
    const refused = invalidOption(...problems);
    expect(await refusal(scene.raw('POST', '/export', { json: { name: 'client', ...options } }))).toEqual(refused);
    await expect(scene.care.startExport({ name: 'client', ...options })).rejects.toMatchObject(asError(refused));
  });
}

for (const [id, action, method, sentence] of [
  ['EPX-9', 'cancel', 'POST', 'only its maker can cancel a job, and only while it is pending'],
  ['EPX-10', 'download', 'GET', 'only its maker can download the file of a job, and only while it is ready'],
] as const) {
  rule(
    id,
    sentence,
    async (scene) => {
      const { raw, sandbox, as } = scene;
      const { care, asked } = await counted(scene);
      const { url } = await care.startExport({ name: 'client' });
      if (action === 'download') {
        expect((await raw(method, `${url}/${action}`)).status).toBe(401);
        complete(scene, url);
      }
      const job = await care.exportJob(url);
      const officer = await as(sandbox.tokens.dataOfficer);
      const { status, body } = await refusal(raw(method, `${url}/${action}`, { token: sandbox.tokens.dataOfficer }));
      expect([status, body.code]).toEqual([401, 401]);
      expect(linkNames(await get(raw, url, sandbox.tokens.dataOfficer))).toEqual([]);
      expect((await raw(method, `${url}/${action}`, { token: sandbox.tokens.client })).status).toBe(403);
      const theirs = await officer.exportJob(url);
      await expect(theirs[action]()).rejects.toMatchObject({ name: 'LinkNotFoundError', wanted: action });

      // The job moves on, and the client does not know yet.
      if (action === 'cancel') complete(scene, url);
      else sandbox.clock.advance({ hours: 24 });
      expect((await raw(method, `${url}/${action}`)).status).toBe(401);
      const before = asked();
      const requests = await requestsOf(sandbox, async () => {
        const refused = { name: 'UnauthorizedError', status: 401, attempts: 1 };
        await expect(job[action]()).rejects.toMatchObject(refused);
      });
      expect(requests).toEqual([`${method} ${url.slice(care.url.length)}/${action}`]);
      expect(asked()).toBe(before);
    },
    exportsByHand,
  );
}
