import { isCareError } from 'care-platform';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { baseUrl, clientDocument, labelDocument, listDocument, relationDocument } from '../support/documents.js';
import { newClient } from '../support/people.js';
import { empty, json, refusal } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { lostWrites, stored } from './lost-writes.js';

const { platform, posts, finds, created, connected, client } = lostWrites();
const sent = (method: string) => platform.seen.filter((each) => each.method === method).length;
const timeout = refusal(408, 'Request Timeout');
const tooEarly = refusal(425, 'Too Early');

describe('after a 408, which leaves open whether the request was applied,', () => {
  test('a read goes again', async () => {
    const care = await connected();
    platform.on('GET', '/c/1', timeout, timeout, json(clientDocument('1')));
    expect((await care.client({ url: `${baseUrl}/c/1` })).data.id).toBe('EHR-1');
    expect(sent('GET')).toBe(3);
  });

  test('a read that gets no other response is an ApiError with that status', async () => {
    const care = await connected();
    platform.on('GET', '/c/1', timeout);
    const failure = await care.client({ url: `${baseUrl}/c/1` }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'ApiError', status: 408, attempts: 3 });
    expect(isCareError(failure, 'ApiError')).toBe(true);
  });

  test('an update goes again, and a DELETE that then finds nothing has succeeded', async () => {
    const one = await client();
    platform.on('PATCH', '/c/1', timeout, empty());
    await one.update({ infix: 'van' });
    expect(sent('PATCH')).toBe(2);
    platform.on('GET', '/c/1/relations/items', json(listDocument([relationDocument('r')])));
    platform.on('DELETE', '/c/1/relations/r', timeout, refusal(404));
    await (await one.relations().first())?.delete();
    expect(sent('DELETE')).toBe(2);
  });

  test('a creation is read back: found, it is the result; absent, it is sent again', async () => {
    expect(await created([timeout], [finds(stored('2', 1))])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c')).toHaveLength(1);
    platform.forget();
    const again = json(stored('3', 2), 201);
    expect(await created([timeout, again], [finds()])).toBe(`${baseUrl}/c/3`);
    expect(posts('/c')).toHaveLength(2);
  });

  test('a label, which no verification can find, has an unknown outcome and is sent once', async () => {
    const care = await connected();
    platform.on('POST', '/configuration/labels', timeout);
    const failure = await care.createLabel('A').catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createLabel', cause: { status: 408 } });
    expect(posts('/labels')).toHaveLength(1);
  });

  test('with `retry: 0` nothing goes again', async () => {
    const care = await connected({ retry: 0 });
    platform.on('GET', '/c/1', timeout);
    await expect(care.client({ url: `${baseUrl}/c/1` })).rejects.toMatchObject({ status: 408, attempts: 1 });
  });
});

describe('after a 425, which means that nothing was applied,', () => {
  test('a read, an update and a write that is sent only once go again', async () => {
    const care = await connected();
    platform.on('GET', '/c/1', tooEarly, json(clientDocument('1')));
    platform.on('PATCH', '/c/1', tooEarly, empty());
    platform.on('POST', '/configuration/labels', tooEarly, json(labelDocument('1'), 201));
    await (await care.client({ url: `${baseUrl}/c/1` })).update({ infix: 'van' });
    expect((await care.createLabel('A')).data.identifier).toBe('1');
    expect([sent('GET'), sent('PATCH'), sent('POST')]).toEqual([2, 2, 2]);
  });

  test('a creation is sent again without a verification', async () => {
    expect(await created([tooEarly, json(stored('2', 1), 201)], [finds()])).toBe(`${baseUrl}/c/2`);
    expect([posts('/c').length, posts('/c/items').length]).toEqual([2, 0]);
  });

  test('that comes for each attempt, the write fails with it, and its outcome is known', async () => {
    const care = await connected();
    platform.on('POST', '/c', tooEarly);
    platform.on('POST', '/configuration/labels', tooEarly);
    for (const call of [() => care.createLabel('A'), () => care.createClient(newClient)]) {
      await expect(call()).rejects.toMatchObject({ name: 'ApiError', status: 425, attempts: 3 });
    }
  });
});

test.each([408, 425])('a feed waits out a %i', async (status) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const responses = [() => Response.json({}, { status }), () => Response.json(listDocument([]))];
  const care = await connectedTo(async () => (responses.shift() ?? responses[0] ?? Response.error)(), { retry: 0 });
  const feed = care.watchChanges({ types: ['tasks'] });
  const first = feed.next();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await first).value).toEqual({ kind: 'resync', reason: 'start' });
  await feed.return(undefined);
});
