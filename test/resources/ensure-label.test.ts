import type { CareError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { labelDocument, listDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { json, lost, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

const platform = scriptedPlatform();
const created = (id: string): Responder => json(labelDocument(id, { label: 'New' }), 201);
const posts = () => platform.seen.filter(({ method }) => method === 'POST');

/** Responds when `letGo` is called. */
function held(respond: Responder): { held: Responder; letGo(): void } {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held: (request) => gate.then(() => respond(request)), letGo };
}

test('ensureLabel takes a label for its own if it was not there before the response was lost', async () => {
  const care = await platform.connect();
  const there = json(listDocument([labelDocument('1', { label: 'New' })]));
  platform.on('GET', '/configuration/labels/items', json(listDocument([])), there);
  platform.on('POST', '/configuration/labels', lost);
  expect((await care.ensureLabel('New')).data.identifier).toBe('1');
  expect(posts()).toHaveLength(1);
});

describe('a platform that stores another text than was sent', () => {
  const trimmed = json(labelDocument('1', { label: 'New' }), 201);
  const failure = { name: 'ResponseValidationError', isTransient: false, problems: [{ name: 'label' }] };

  test('makes ensureLabel fail, which names the label that was created', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('POST', '/configuration/labels', trimmed);
    const found = await failureOf(care.ensureLabel('New '));
    expect(found).toMatchObject(failure);
    expect((found as CareError).resourceUrl()).toMatch(/labels\/1$/);
  });

  test('gets one label from a sync of many rows, each of which fails', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('GET', '/c/items', json(listDocument([])));
    platform.on('POST', '/configuration/labels', trimmed);
    const rows = [1, 2, 3].map((number) => ({ ...newClient, id: `T${number}`, labelTexts: ['New '] }));
    const results: unknown[] = [];
    for await (const result of care.syncClients(rows)) results.push(result);
    expect(results).toMatchObject(rows.map(() => ({ outcome: 'failed', error: failure })));
    expect(posts()).toHaveLength(1);
  });
});

test('ensureLabel keeps its deadline over all its requests', async () => {
  const time = virtualTime();
  const care = await connectedTo(async (_url, { method }) => {
    await time.wait(300);
    if (method === 'GET') return Response.json(listDocument([]));
    return Response.json(labelDocument('1', { label: 'New' }), { status: 201 });
  });
  const failing = failureOf(care.ensureLabel('New', { deadline: 500 }));
  expect(await time.until(failing)).toMatchObject({
    name: 'OutcomeUnknownError',
    cause: { name: 'TimeoutError', waitedFor: 'call' },
  });
});

describe('ensureLabel, called twice at once with one text,', () => {
  test('sends none after one whose response was lost: it may still be applied', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('POST', '/configuration/labels', lost, created('2'));
    const both = await Promise.allSettled([care.ensureLabel('New'), care.ensureLabel('New')]);
    expect(both).toMatchObject([{ reason: { name: 'OutcomeUnknownError' } }, { reason: { operation: 'createLabel' } }]);
    expect(posts()).toHaveLength(1);
    expect((await care.ensureLabel('New')).data.identifier).toBe('2');
  });

  test('goes on with the sent request if its caller leaves', async () => {
    const care = await platform.connect();
    const { held: respond, letGo } = held(created('1'));
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('POST', '/configuration/labels', respond, created('2'));
    const stop = new AbortController();
    const left = care.ensureLabel('New', { signal: stop.signal });
    const other = care.ensureLabel('New');
    await expect.poll(() => posts()).toHaveLength(1);
    stop.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    const third = care.ensureLabel('New');
    letGo();
    expect((await Promise.all([other, third])).map(({ data }) => data.identifier)).toEqual(['1', '1']);
    expect(posts()).toHaveLength(1);
  });

  test('ends the sent request if both leave, and begins again for the next', async () => {
    const care = await platform.connect();
    const { held: respond } = held(created('1'));
    platform.on('GET', '/configuration/labels/items', json(listDocument([])));
    platform.on('POST', '/configuration/labels', respond, created('2'));
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const both = [care.ensureLabel('New', options), care.ensureLabel('New', options)];
    await expect.poll(() => posts()).toHaveLength(1);
    stop.abort();
    expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect((await care.ensureLabel('New')).data.identifier).toBe('2');
  });

  test('tries again if the failure of the other caller did nothing', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', refusal(403), json(listDocument([])));
    platform.on('POST', '/configuration/labels', created('1'));
    const both = await Promise.allSettled([care.ensureLabel('New'), care.ensureLabel('New')]);
    expect(both).toMatchObject([{ reason: { name: 'ForbiddenError' } }, { value: { data: { identifier: '1' } } }]);
  });
});
