import { connect, inlineFile, NotFoundError } from 'care-platform';
import { expect, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { pixels } from './pixels.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { exportsByHand } from './scene-options.js';
import { asError, get, invalidOption, refusal } from './wire.js';

rule('GAP-30', 'two labels may say the same', async ({ care, raw }) => {
  const made = await raw('POST', '/configuration/labels', { json: { label: 'Wachtlijst' } });
  expect(made.status).toBe(201);
  const label = await care.createLabel('Wachtlijst');
  const same = (await care.labels().toArray()).filter(({ data }) => data.label === 'Wachtlijst');
  expect(new Set(same.map(({ data }) => data.identifier)).size).toBe(3);
  expect(same.map(({ url }) => url)).toEqual([expect.any(String), made.headers.get('location'), label.url]);
});

rule(
  'GAP-32',
  'each download that succeeds is noted once',
  async ({ sandbox, care, raw }) => {
    const job = await care.startExport({ name: 'client' });
    sandbox.control.stepExport(job.url);
    sandbox.control.stepExport(job.url);
    const ready = await job.refresh();
    const { url } = ready.links.get('download');
    expect((await raw('GET', url, { token: sandbox.tokens.dataOfficer })).status).toBe(401);
    await (await ready.download()).bytes();
    sandbox.clock.advance({ minutes: 1 });
    expect((await raw('GET', url)).status).toBe(200);
    const noted = ['2026-03-02T09:00:00', '2026-03-02T09:01:00'];
    expect((await get(raw, job.url)).downloaded_on).toEqual(noted);
    expect((await ready.refresh()).data.downloaded_on).toEqual(noted.map((time) => new Date(`${time}Z`)));
  },
  exportsByHand,
);

rule('GAP-33', 'a filter or parameter that an export lacks is named', async ({ care, raw }) => {
  const condition = (name: string) => [{ name, value: 'x', operator: 'eq' }];
  const options = { name: 'client', filters: condition('shoe'), parameters: condition('hat') };
  const unknown = invalidOption(['shoe', 'Unknown value.'], ['hat', 'Unknown value.']);
  expect(await refusal(raw('POST', '/export', { json: options }))).toEqual(unknown);
  expect(await failureOf(care.startExport(options))).toMatchObject(asError(unknown));
});

rule('GAP-34', 'an export takes as long as the sandbox is set to', async ({ sandbox, care, raw }) => {
  sandbox.settings.exportQueuedFor = 0;
  sandbox.settings.exportRunsFor = 0;
  const job = await care.startExport({ name: 'client' });
  expect([job.data.state, (await get(raw, job.url)).state]).toEqual(['queued', 'completed']);
  expect((await job.waitForCompletion({ interval: 1 })).ready).toBe(true);
});

rule(
  'GAP-34',
  'the state of an export is asked for after a second, then ever more rarely, at least every quarter of a minute',
  async ({ sandbox, care }) => {
    const job = await care.startExport({ name: 'client' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const asked: number[] = [];
      const begun = performance.now();
      const waiting = job.waitForCompletion({ onProgress: () => asked.push(performance.now() - begun) });
      await vi.advanceTimersByTimeAsync(70_000);
      sandbox.control.stepExport(job.url);
      sandbox.control.stepExport(job.url);
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await waiting).data.state).toBe('completed');
      const pauses = asked.slice(1).map((time, index) => Math.round(time - (asked[index] ?? 0)) / 1000);
      expect(pauses.slice(0, 4)).toEqual([1, 1.5, 2.25, expect.closeTo(3.375, 2)]);
      expect(Math.max(...pauses)).toBe(15);
      expect(pauses.slice(-2)).toEqual([15, 15]);
    } finally {
      vi.useRealTimers();
    }
  },
  exportsByHand,
);

rule('GAP-35', 'content whose type is not explained is listed like all other', async ({ sandbox, care, raw }) => {
  sandbox.control.addCatalogueItem({ id: 'plan-1', content_type: 'action plan' });
  const listed = (await care.catalogue({ limit: 50 }).toArray()).map(({ data }) => data.content_type);
  const { '@items': items } = await get(raw, '/catalogue/items?limit=50');
  expect(items.map(({ content_type }) => content_type)).toEqual(listed);
  const types = ['document', 'reusable pages', 'template rom entry', 'template screening signup', 'action plan'];
  for (const type of types) expect(listed).toContain(type);
});

rule('GAP-36', 'labels are set as a whole', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  const [first, , third] = (await care.labels().toArray()).map(({ data }) => data.identifier);
  expect(client.data.labels).toHaveLength(2);
  expect((await client.update({ labels: [third ?? ''] })).data.labels).toEqual([third]);
  expect(sent.at(-1)?.body).toEqual({ labels: [third] });
  expect((await get(raw, client.url)).labels).toEqual([third]);
  expect((await raw('PATCH', client.url, { json: { labels: [first] } })).status).toBe(204);
  expect((await client.refresh()).data.labels).toEqual([first]);
});

rule('GAP-37', 'the later of two writers wins, and neither learns of the other', async ({ sandbox, raw }) => {
  const [one, other] = [await recorded(sandbox), await recorded(sandbox)];
  const client = await one.care.client({ id: 'EHR-1042' });
  const same = await other.care.client({ id: 'EHR-1042' });
  await client.update({ infix: 'de', phone_number: '1' });
  expect((await same.update({ infix: 'van' })).data).toMatchObject({ infix: 'van', phone_number: '000-0000001' });
  expect(await get(raw, client.url)).toMatchObject({ infix: 'van', phone_number: '1' });
  const response = await raw('GET', client.url);
  expect([response.headers.has('etag'), response.headers.has('last-modified')]).toEqual([false, false]);
  for (const { headers } of [...one.sent, ...other.sent]) {
    expect([...headers.keys()].filter((name) => name.startsWith('if-'))).toEqual([]);
  }
});

rule('GAP-38', 'each upload has an address of its own, which takes a token', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client({ id: 'EHR-1042' });
  const before = client.data.picture;
  await client.update({ picture: await inlineFile(pixels) });
  const after = (await client.refresh()).data.picture;
  if (before == null || after == null) throw new Error('No picture.');
  expect(after.url).not.toBe(before.url);
  expect((await raw('GET', before.url)).status).toBe(404);
  await expect(care.file(before)).rejects.toThrow(NotFoundError);
  expect((await raw('GET', after.url, { token: null })).status).toBe(401);
  expect((await raw('GET', after.url, { token: sandbox.tokens.unrelatedProfessional })).status).toBe(403);
  expect(await (await care.file(after)).bytes()).toEqual(pixels);
  expect(sent.at(-1)?.headers.get('authorization')).toBe(`svc-token ${sandbox.tokens.apiUser}`);
});

rule(
  'GAP-39',
  'a page of an allowed origin reads responses but not every header, and needs none of those',
  async ({ sandbox, raw }) => {
    const origin = 'https://portal.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const allowed = await raw('OPTIONS', '/c', { token: null, headers: preflight });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const headers = (allowed.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
    const response = await raw('GET', '/p/items', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toBeNull();
    const foreign = await raw('GET', '/p/items', { headers: { origin: 'https://other.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();

    const sent: string[] = [];
    const readable = ['content-type', 'content-length', 'cache-control'];
    const page: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      sent.push(...request.headers.keys());
      const { status, body, headers: all } = await sandbox.fetch(request);
      return new Response(body, { status, headers: [...all].filter(([name]) => readable.includes(name)) });
    };
    const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: page });
    const client = await care.createClient(newClient);
    const tool = await client.addTool({ id: 'content-020' });
    expect((await raw('GET', tool.url)).status).toBe(200);
    expect((await (await client.update({ infix: 'de' })).refresh()).data.infix).toBe('de');
    expect(new Set(sent)).toEqual(new Set(['accept', 'authorization', 'content-type']));
    for (const name of sent) expect(headers).toContain(name);
  },
  { cors: { origins: ['https://portal.example'] } },
);

rule('GAP-39', 'the sandbox allows no page of another origin by default', async ({ raw }) => {
  const headers = { origin: 'https://portal.example', 'access-control-request-method': 'GET' };
  const preflight = await raw('OPTIONS', '/p/items', { token: null, headers });
  expect(preflight.status).toBe(401);
  const response = await raw('GET', '/p/items', { headers });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
