import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { baseUrl, exportJobDocument, listDocument } from '../support/documents.js';
import { type Answer, json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
afterEach(() => vi.useRealTimers());

const url = `${baseUrl}/export/j1`;
const offered = { download: '/export/j1/download' };
const state = (word: string, fields: Record<string, unknown> = {}, links: Record<string, string> = {}): Answer =>
  json(exportJobDocument({ state: word, ...fields }, links));

async function job(...answers: [Answer, ...Answer[]]) {
  platform.on('GET', '/export/j1', ...answers);
  const care = await platform.connect();
  return care.exportJob(url);
}

const waiting = state('queued');

describe('a job is waited for', () => {
  test.each<[string, Answer]>([
    ['completed', state('completed', { completed: '2024-07-01T10:05:00' }, offered)],
    ['ready', state('ready', {}, offered)],
    ['a word nobody knows, with a download', state('finalised', {}, offered)],
  ])('until it is %s', async (_, last) => {
    const seen: string[] = [];
    const ready = await (await job(waiting, state('started'), last)).completed({
      interval: 1,
      onProgress: ({ data }) => seen.push(data.state),
    });
    expect(ready.ready).toBe(true);
    expect(seen.slice(0, 2)).toEqual(['queued', 'started']);
    expect(seen).toHaveLength(3);
  });

  test.each<[string, Answer, object]>([
    [
      'failed',
      state('failed', { error: { message: 'Too big', extra: [{ name: 'x' }] } }),
      { reason: 'Too big', extra: [{ name: 'x' }] },
    ],
    ['cancelled', state('cancelled'), { reason: '', extra: [] }],
    ['archived', state('archived', { completed: '2024-07-01T10:05:00' }), {}],
    ['started, with an error', state('started', { error: { message: 'Lost', extra: null } }), { reason: 'Lost' }],
    ['a word nobody knows, with a time of completion', state('gone', { completed: '2024-07-01T10:05:00' }), {}],
    ["completed, but another user's", state('completed', { completed: '2024-07-01T10:05:00' }), { state: 'completed' }],
  ])('and it ended without a file: %s', async (_, last, details) => {
    const waited = (await job(waiting, last)).completed({ interval: 1 });
    await expect(waited).rejects.toMatchObject({ name: 'ExportFailedError', ...details });
  });

  test.each([401, 403, 404])('and %i ends it at once', async (status) => {
    const first = await job(waiting, refusal(status));
    const failure = await first.completed({ interval: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status });
    expect(platform.seen).toHaveLength(2);
  });

  test('and is no more where `onProgress` rejects', async () => {
    const reason = new Error('enough');
    const waited = (await job(waiting, state('started'))).completed({
      interval: 1,
      onProgress: async () => Promise.reject(reason),
    });
    await expect(waited).rejects.toBe(reason);
    expect(platform.seen).toHaveLength(1);
  });

  test('one look at a time', async () => {
    let running = 0;
    let most = 0;
    let looks = 0;
    const slow: Answer = async (request) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      return (++looks < 4 ? waiting : state('completed', {}, offered))(request);
    };
    await (await job(waiting, slow)).completed({ interval: 1 });
    expect(most).toBe(1);
  });

  test('until the time is up, also while an answer hangs, and it is not cancelled', async () => {
    const hanging: Answer = () => new Promise(() => undefined);
    const waited = (await job(waiting, hanging)).completed({ interval: 1, timeout: 1000 });
    await expect(waited).rejects.toMatchObject({ name: 'PollTimeoutError' });
    expect(platform.seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('15 minutes where its state is a word nobody knows', async () => {
    const strange = await job(state('thinking'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = strange.completed().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    expect(await outcome).toMatchObject({ name: 'PollTimeoutError' });
  });

  test('without end where it is known', async () => {
    const known = await job(waiting);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    let over = false;
    const outcome = known.completed({ signal: stop.signal }).catch(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    expect(over).toBe(false);
    stop.abort();
    await outcome;
    expect(over).toBe(true);
  });

  test('and nothing stays attached to a signal that lives on', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    await (await job(waiting, waiting, state('completed', {}, offered))).completed({ interval: 1, signal });
    expect(added).toHaveBeenCalled();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each([{ interval: 0 }, { timeout: -1 }, { timeout: Number.NaN }, { timeout: 3e9 }, { timeout: '5' as never }])(
    'but not with %o',
    async (options) => {
      await expect((await job(waiting)).completed(options)).rejects.toMatchObject({ name: 'InputError' });
    },
  );
});

test('an item of a list that came without its links is looked at for them', async () => {
  const completed = { state: 'completed', completed: '2024-07-01T10:05:00' };
  const { '@links': _, ...listed } = exportJobDocument(completed);
  platform.on('GET', '/export/items', json(listDocument([listed], { found: 1, start: 0, limit: 1, total: 1 })));
  platform.on('GET', '/export/j1', state('completed', completed, offered));
  const care = await platform.connect();
  const item = await care.exports().first();
  expect((await item?.completed())?.ready).toBe(true);
});

test('a file is kept for 24 hours after its job was completed', async () => {
  const ready = await job(state('completed', { completed: '2024-07-01T10:05:00' }, offered));
  expect(ready.expiresAt).toEqual(new Date('2024-07-02T10:05:00Z'));
  expect((await job(waiting)).expiresAt).toBeUndefined();
});

test('what a job does not offer in its state is told with what it waits for, and nothing is sent', async () => {
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

test('a refusal for the state of a job is told as one, and not as a wrong token', async () => {
  const pending = await job(state('queued', {}, { cancel: '/export/j1/cancel' }));
  platform.on('POST', '/export/j1/cancel', refusal(401), refusal(403));
  await expect(pending.cancel()).rejects.toMatchObject({ name: 'UnauthorizedError' });
  await expect(pending.cancel()).rejects.toMatchObject({ name: 'ForbiddenError' });
});
