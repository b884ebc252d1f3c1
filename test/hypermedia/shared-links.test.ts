import { getEventListeners } from 'node:events';
import type { Client } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { clientDocument, listDocument, listedClient } from '../support/documents.js';
import { json, type Responder, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const whole = json(clientDocument('1'));

/** An item of a list that came without links, which are read from `respond`. */
async function listed(respond: Responder): Promise<Client> {
  const care = await platform.connect();
  platform.on('GET', '/c/items', json(listDocument([listedClient('1')], { total: 1 })));
  platform.on('GET', '/c/1', respond);
  platform.on('GET', '/c/1/diary', json({}));
  const [client] = await care.clients().toArray();
  platform.forget();
  return client as Client;
}

/** One whose links are read when `respond` is called. */
async function held(): Promise<{ client: Client; respond: () => void }> {
  let respond = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const client = await listed(async (request) => {
    await asked;
    return whole(request);
  });
  return { client, respond };
}

const reads = () => platform.seen.filter(({ url }) => url.pathname.endsWith('/c/1'));

describe('the reading of links that a list did not bring', () => {
  test('leaves no listener on the signals of its callers, even if it failed', async () => {
    const { signal } = new AbortController();
    const client = await listed(whole);
    await Promise.all([client.follow('diary', { signal }), client.follow('diary', { signal })]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const gone = await listed(json({ code: 404 }, 404));
    await expect(gone.follow('diary', { signal })).rejects.toMatchObject({ status: 404 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is not begun for a caller that had left before', async () => {
    const client = await listed(whole);
    const left = client.follow('diary', { signal: AbortSignal.abort('left') });
    await expect(left).rejects.toBe('left');
    expect(platform.seen).toEqual([]);
    await client.follow('diary');
    expect(reads()).toHaveLength(1);
  });

  test('is not waited for by a caller that had left before, and goes on for the others', async () => {
    const { client, respond } = await held();
    const waiting = client.follow('diary');
    await expect(client.follow('diary', { signal: AbortSignal.abort('left') })).rejects.toBe('left');
    respond();
    await waiting;
    expect(reads()).toHaveLength(1);
  });

  test('goes on for a caller that comes after another has left, while a third waits', async () => {
    const { client, respond } = await held();
    const stop = new AbortController();
    const leaving = client.follow('diary', { signal: stop.signal });
    const waiting = client.follow('diary');
    stop.abort('left');
    await expect(leaving).rejects.toBe('left');
    const late = client.follow('diary');
    respond();
    await Promise.all([waiting, late]);
    expect(reads()).toHaveLength(1);
  });

  test('begins again after it failed, also for a caller with a signal', async () => {
    const { signal } = new AbortController();
    const client = await listed(json({ code: 404 }, 404));
    await expect(client.follow('diary', { signal })).rejects.toMatchObject({ status: 404 });
    platform.on('GET', '/c/1', whole);
    await client.follow('diary', { signal });
    expect(reads()).toHaveLength(2);
  });

  test('does not happen for a resource that was read by its own URL, although it has no links', async () => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(listedClient('1')));
    const client = await care.client({ url: '/api/2/c/1' });
    platform.forget();
    await expect(client.diary()).rejects.toMatchObject({ name: 'LinkNotFoundError', offered: [] });
    expect(platform.seen).toEqual([]);
  });

  test('ends when the last caller has left, and not before', async () => {
    const stops = [new AbortController(), new AbortController()];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const client = await listed((request) => {
      request.signal.addEventListener('abort', end);
      return new Promise(() => undefined);
    });
    const waiting = stops.map(({ signal }) => client.follow('diary', { signal }));
    const settled = Promise.allSettled(waiting);
    await expect.poll(() => reads()).toHaveLength(1);
    stops[0]?.abort('left');
    await expect(waiting[0]).rejects.toBe('left');
    expect(platform.throttle.running).toBe(1);
    stops[1]?.abort('left');
    await ended;
    await settled;
    await expect.poll(() => platform.throttle.running).toBe(0);
  });
});
