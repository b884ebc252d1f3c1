import { getEventListeners } from 'node:events';
import type { ExportFailedError } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, exportJobDocument, listDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { json, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

const platform = scriptedPlatform();

const url = `${baseUrl}/export/j1`;
const offered = { download: '/export/j1/download' };
const state = (word: string, fields: Record<string, unknown> = {}, links: Record<string, string> = {}): Responder =>
  json(exportJobDocument({ state: word, ...fields }, links));

async function job(...responses: [Responder, ...Responder[]]) {
  platform.on('GET', '/export/j1', ...responses);
  const care = await platform.connect();
  return care.exportJob(url);
}

const waiting = state('queued');

describe('waitForCompletion', () => {
  test.each<[string, Responder]>([
    ['completed', state('completed', { completed: '2024-07-01T10:05:00' }, offered)],
    ['ready', state('ready', {}, offered)],
    ['a word that is not documented, with a download', state('finalised', {}, offered)],
  ])('resolves to a job that is %s', async (_, last) => {
    const seen: string[] = [];
    const ready = await (await job(waiting, state('started'), last)).waitForCompletion({
      interval: 1,
      onProgress: ({ data }) => seen.push(data.state),
    });
    expect(ready.ready).toBe(true);
    expect(seen.slice(0, 2)).toEqual(['queued', 'started']);
    expect(seen).toHaveLength(3);
  });

  test.each<[string, Responder, object]>([
    [
      'failed',
      state('failed', { error: { message: 'Too big', extra: [{ name: 'x' }] } }),
      { reason: 'Too big', extra: [{ name: 'x' }] },
    ],
    ['cancelled', state('cancelled'), { reason: '', extra: [] }],
    ['archived', state('archived', { completed: '2024-07-01T10:05:00' }), {}],
    ['started, with an error', state('started', { error: { message: 'Lost', extra: null } }), { reason: 'Lost' }],
    [
      'a word that is not documented, with a time of completion',
      state('gone', { completed: '2024-07-01T10:05:00' }),
      {},
    ],
    ["completed, but another user's", state('completed', { completed: '2024-07-01T10:05:00' }), { state: 'completed' }],
  ])('rejects if the job ended without a file: %s', async (_, last, details) => {
    const waited = (await job(waiting, last)).waitForCompletion({ interval: 1 });
    await expect(waited).rejects.toMatchObject({ name: 'ExportFailedError', ...details });
  });

  test.each([401, 403, 404])('rejects at once with %i', async (status) => {
    const first = await job(waiting, refusal(status));
    const failure = await first.waitForCompletion({ interval: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status });
    expect(platform.seen).toHaveLength(2);
  });

  test('rejects if `onProgress` rejects', async () => {
    const reason = new Error('enough');
    const waited = (await job(waiting, state('started'))).waitForCompletion({
      interval: 1,
      onProgress: async () => Promise.reject(reason),
    });
    await expect(waited).rejects.toBe(reason);
    expect(platform.seen).toHaveLength(1);
  });

  test('sends one request at a time', async () => {
    let running = 0;
    let most = 0;
    let looks = 0;
    const slow: Responder = async (request) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return (++looks < 4 ? waiting : state('completed', {}, offered))(request);
    };
    await (await job(waiting, slow)).waitForCompletion({ interval: 1 });
    expect(most).toBe(1);
  });

  test('rejects when the time is up, also while a response hangs, and does not cancel the job', async () => {
    const hanging: Responder = () => new Promise(() => undefined);
    const hangs = await job(waiting, hanging);
    const time = virtualTime();
    const waited = expect(hangs.waitForCompletion({ timeout: 10_000 })).rejects.toMatchObject({
      name: 'PollTimeoutError',
    });
    await time.advance(1000);
    await expect.poll(() => platform.seen).toHaveLength(2);
    await time.advance(9000);
    await waited;
    expect(platform.seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  /** A job whose state never changes, in virtual time. */
  async function unchanging(word: string) {
    const time = virtualTime();
    const { fetch, asked } = byPath({ '/export/j1': () => Response.json(exportJobDocument({ state: word })) });
    const unchanged = await (await connectedTo(fetch)).exportJob(url);
    return { time, asked, unchanged };
  }

  test('waits 15 minutes if the state is an unknown word', async () => {
    const { time, unchanged } = await unchanging('thinking');
    const failure = failureOf(unchanged.waitForCompletion());
    const began = time.now();
    expect(await time.until(failure)).toMatchObject({ name: 'PollTimeoutError' });
    expect(time.now() - began).toBe(15 * 60_000);
  });

  test('waits without end if the state is known', async () => {
    const { time, asked, unchanged } = await unchanging('queued');
    const stop = new AbortController();
    const failure = failureOf(unchanged.waitForCompletion({ signal: stop.signal }));
    await time.advance(16 * 60_000);
    const before = asked.length;
    await time.advance(60_000);
    // Every quarter of a minute by now.
    expect(asked.length - before).toBe(4);
    stop.abort('enough');
    expect(await failure).toBe('enough');
  });

  test('rejects with the reason of a signal that was aborted before, and sends nothing', async () => {
    const pending = await job(waiting, state('completed', {}, offered));
    const reason = new Error('enough');
    const waited = pending.waitForCompletion({ interval: 1, signal: AbortSignal.abort(reason) });
    expect(await failureOf(waited)).toBe(reason);
    expect(platform.seen).toHaveLength(1);
  });

  test('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    await (await job(waiting, waiting, state('completed', {}, offered))).waitForCompletion({ interval: 1, signal });
    expect(added).toHaveBeenCalled();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each([{ interval: 0 }, { timeout: -1 }, { timeout: Number.NaN }, { timeout: 3e9 }, { timeout: '5' as never }])(
    'refuses the options %o',
    async (options) => {
      await expect((await job(waiting)).waitForCompletion(options)).rejects.toMatchObject({ name: 'InputError' });
    },
  );
});

test('an item of a list that came without its links is read for them', async () => {
  const completed = { state: 'completed', completed: '2024-07-01T10:05:00' };
  const { '@links': _, ...listed } = exportJobDocument(completed);
  platform.on('GET', '/export/items', json(listDocument([listed], { found: 1, start: 0, limit: 1, total: 1 })));
  platform.on('GET', '/export/j1', state('completed', completed, offered));
  const care = await platform.connect();
  const item = await care.exports().first();
  expect((await item?.waitForCompletion())?.ready).toBe(true);
});

test('a file is kept for 24 hours after its job was completed', async () => {
  const ready = await job(state('completed', { completed: '2024-07-01T10:05:00' }, offered));
  expect(ready.expiresAt).toEqual(new Date('2024-07-02T10:05:00Z'));
  expect((await job(waiting)).expiresAt).toBeUndefined();
});

test('a step that a job does not offer yet is an error that names the state, and sends nothing', async () => {
  const pending = await job(state('queued', {}, { cancel: '/export/j1/cancel' }));
  platform.forget();
  const refused = pending.download();
  await expect(refused).rejects.toMatchObject({
    name: 'LinkNotFoundError',
    wanted: 'download',
    offered: ['cancel'],
    message: expect.stringContaining('queued'),
  });
  expect(platform.seen).toEqual([]);
});

test('a refusal for the state of a job is reported as one, and not as a wrong token', async () => {
  const pending = await job(state('queued', {}, { cancel: '/export/j1/cancel' }));
  platform.on('POST', '/export/j1/cancel', refusal(401), refusal(403));
  await expect(pending.cancel()).rejects.toMatchObject({ name: 'UnauthorizedError' });
  await expect(pending.cancel()).rejects.toMatchObject({ name: 'ForbiddenError' });
});

test('the details of a failure keep their values and their shape, with texts that are printable and bounded', async () => {
  const bell = '\u0007';
  const numbers = Array.from({ length: 101 }, (_, index) => index);
  const added = [
    `a${bell}`,
    'b'.repeat(201),
    3,
    true,
    null,
    { [`name${bell}`]: `value${bell}`, list: [bell, 0, null] },
    { one: { two: { three: { four: {}, text: bell } } } },
    numbers,
    Object.fromEntries(numbers.map((number) => [`field${number}`, number])),
  ];
  const failed = await job(state('failed', { error: { message: 'Too big', extra: added } }));
  const { extra } = await failureOf<ExportFailedError>(failed.waitForCompletion());
  expect(extra).toEqual([
    'a\\u{7}',
    `${'b'.repeat(200)}…`,
    3,
    true,
    null,
    { 'name\\u{7}': 'value\\u{7}', list: ['\\u{7}', 0, null] },
    { one: { two: { three: { four: '…', text: '\\u{7}' } } } },
    numbers.slice(0, 100),
    Object.fromEntries(numbers.slice(0, 100).map((number) => [`field${number}`, number])),
  ]);
});

test('the details of a failure keep the first hundred values', async () => {
  const extra = Array.from({ length: 101 }, (_, index) => ({ name: `row ${index}` }));
  const failed = await job(state('failed', { error: { message: 'Too big', extra } }));
  expect(await failureOf(failed.waitForCompletion())).toMatchObject({ extra: extra.slice(0, 100) });
});

test('a job whose end is no date still runs on a lenient connection', async () => {
  platform.on('GET', '/export/j1', state('started', { completed: '' }));
  const care = await platform.connect({ validation: 'lenient' });
  const running = await care.exportJob(url);
  expect(running.ended).toBe(false);
  expect(running.expiresAt).toBeUndefined();
});
