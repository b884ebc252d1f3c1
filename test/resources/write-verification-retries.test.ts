import { type Fetch, OutcomeUnknownError } from 'care-platform';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { baseUrl, type Document, listDocument, namespace } from '../support/documents.js';
import { newClient, newProfessional } from '../support/people.js';
import { json, lost, refusal } from '../support/platform.js';
import { at, duplicate, lostWrites, outcome, stored } from './lost-writes.js';

const scene = lostWrites();
const { platform, connected, finds, posts, created, client } = scene;

afterEach(() => {
  vi.restoreAllMocks();
});

const friend: Document = { '@type': `${namespace}/friend`, '@url': `${baseUrl}/c/f`, active: true };

describe('a retry that got a response', () => {
  test('with a 400 that names no field may have collided with the first one, which cannot be seen', async () => {
    const failure = await created([lost, refusal(400, 'Already there.')], [finds()]);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createClient', attempts: 2 });
  });

  test.each([
    [401, 'UnauthorizedError'],
    [403, 'ForbiddenError'],
    [404, 'NotFoundError'],
    [405, 'MethodNotAllowedError'],
    [406, 'InvalidPayloadError'],
    [409, 'ApiError'],
    [307, 'UnexpectedResponseError'],
  ])('with %i is read back and not sent again', async (status, name) => {
    const failure = await created([lost, refusal(status)], [finds()]);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', attempts: 2 });
    expect(String(failure)).toContain(name);
    expect(posts('/c')).toHaveLength(2);
    expect(await created([lost, refusal(status)], [finds(), finds(stored('2', 1))])).toBe(`${baseUrl}/c/2`);
  });

  test('with 429 again and again is read back, and sent again', async () => {
    const refused = Array.from({ length: 11 }, () => refusal(429));
    expect(await created([lost, ...refused, json(stored('2', 1), 201)], [finds()])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c/items')).toHaveLength(2);
  });

  test.each([
    ['in another shape', json({ first_name: 7 }, 201), 'ResponseValidationError'],
    ['without a body', () => new Response(null, { status: 201 }), 'UnexpectedResponseError'],
  ])('that it is done, %s, is reported as such and not sent again', async (_, respond, name) => {
    const failure = await created([lost, respond], [finds()]);
    expect(failure).toMatchObject({ name, message: expect.stringContaining('201') });
    expect(posts('/c')).toHaveLength(2);
    expect(posts('/c/items')).toHaveLength(1);
  });
});

test.each([
  ['cut off', 'application/json', '{"first_na'],
  ['a page', 'text/html', '<html>'],
])('a write with the status 201 and a rest that is %s is read back and not sent again', async (_, type, body) => {
  const respond = () => new Response(body, { status: 201, headers: { 'content-type': type } });
  const failure = await created([respond], [finds()]);
  expect(failure).toMatchObject({ name: 'OutcomeUnknownError', attempts: 1 });
  expect(String(failure)).toContain('201');
  expect(posts('/c')).toHaveLength(1);
  expect(await created([respond], [finds(stored('2', 1))])).toBe(`${baseUrl}/c/2`);
});

describe('a verification that finds several', () => {
  test('goes on past a friend, whose address it cannot read, to the client that was made', async () => {
    expect(await created([lost, duplicate], [finds(friend, stored('2', 1))])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c')).toHaveLength(1);
  });

  test('goes on past one that was there before', async () => {
    expect(await created([lost, duplicate], [finds(stored('9', -3600), stored('2', 1))])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c')).toHaveLength(1);
  });

  test('is inconclusive if one of them may be it', async () => {
    const young = stored('2', 1, { gender: 'm' });
    expect(await created([lost, duplicate], [finds(young, stored('9', -3600))])).toBeInstanceOf(OutcomeUnknownError);
    expect(posts('/c')).toHaveLength(1);
  });

  test('leaves the decision to the platform if all were there before', async () => {
    const refused = { name: 'InvalidInputError', status: 400 };
    expect(await created([lost, duplicate], [finds(friend)])).toMatchObject(refused);
    expect(await created([lost, duplicate], [finds(stored('9', -3600), friend)])).toMatchObject(refused);
  });

  test('goes on among professionals, too', async () => {
    const care = await connected();
    const professional = (id: string, seconds: number) => ({
      ...{ '@type': `${namespace}/professional`, '@url': `${baseUrl}/p/${id}`, name: 'Pia Nieuw', ...newProfessional },
      '@changes': { creation_time: at(seconds), modification_time: at(seconds) },
    });
    platform.on('POST', '/p', lost);
    platform.on('GET', '/p/items', finds(professional('9', -3600), professional('2', 1)));
    expect(await outcome(care.createProfessional(newProfessional))).toBe(`${baseUrl}/p/2`);
    expect(posts('/p')).toHaveLength(1);
  });
});

test('a resource that others made while a call waited is not taken for its own', async () => {
  const throttle = Object.create(platform.throttle) as typeof platform.throttle;
  const care = await connected({ throttle });
  throttle.acquire = async (...given) => {
    if (platform.seen.length === 0) scene.time.oversleep(1500);
    return platform.throttle.acquire(...given);
  };
  expect(await created([lost], [finds(stored('2', 0))], care)).toBeInstanceOf(OutcomeUnknownError);
  expect(posts('/c')).toHaveLength(1);
});

test('a resource that others made while the machine slept is not taken for a call’s own', async () => {
  const care = await connected();
  scene.time.shiftDate(3_600_000);
  expect(await created([lost], [finds(stored('2', 1800))], care)).toBeInstanceOf(OutcomeUnknownError);
  expect(posts('/c')).toHaveLength(1);
});

test('a resource that others made before a response was complete is not taken for a call’s own', async () => {
  const { time } = scene;
  const pull = (body: ReadableStreamDefaultController) => {
    time.oversleep(60_000);
    body.enqueue(new TextEncoder().encode('{}'));
    body.close();
  };
  const headers = { 'content-type': 'application/json', date: new Date(`${at(0)}Z`).toUTCString() };
  const slow = () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers });
  const fetch: Fetch = async (url, init) => (url.endsWith('/slow') ? slow() : globalThis.fetch(url, init));
  const care = await connected({ fetch });
  await care.request({ url: 'slow' });
  expect(await created([lost, duplicate], [finds(stored('2', 30))], care)).toMatchObject({ name: 'InvalidInputError' });
  expect(await created([lost, duplicate], [finds(stored('2', 120))], care)).toBe(`${baseUrl}/c/2`);
});

describe('upsertClient after a lost response', () => {
  const { id, ...fields } = { ...newClient, id: 'EHR-2' };

  test('takes the client with that id for the wanted one, which was not there before, whatever the clock says', async () => {
    const care = await platform.connect();
    const there = json(stored('2', 1, { id, infix: 'de' }));
    platform.on('GET', `/aux/client/id/${id}`, refusal(404), there);
    platform.on('POST', '/c', lost);
    expect(await care.upsertClient(id, fields)).toMatchObject({ outcome: 'unchanged', resource: { data: { id } } });
    expect(posts('/c')).toHaveLength(1);
  });

  test('reports that the outcome is unknown if the client cannot be read', async () => {
    const care = await connected();
    platform.on('GET', `/aux/client/id/${id}`, refusal(404), refusal(403));
    platform.on('POST', '/c', lost);
    await expect(care.upsertClient(id, fields)).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(posts('/c')).toHaveLength(1);
  });
});

test('a diary entry with an image is not verified if the platform’s clock cannot be read', async () => {
  const one = await client({}, await platform.connect());
  platform.forget();
  platform.on('POST', '/c/1/diary/entries', lost);
  const values = { dt: new Date('2026-03-01T10:00:00Z'), picture: { '@type': 'base64', data: 'AA==' } };
  const failure = await outcome(one.addDiaryEntry(`${namespace}/diary/schema/entry#x:1`, values));
  expect(failure).toMatchObject({ name: 'OutcomeUnknownError', attempts: 1 });
  expect(platform.seen).toHaveLength(1);
});

test.each([
  ['without the image', { picture: null, place: { room: 1 } }],
  ['with another value that is an object', { place: { room: 2 } }],
])('an entry of that time %s is not taken for the one that was sent', async (_, differing) => {
  const one = await client();
  const type = `${namespace}/diary/schema/entry#x:1`;
  const picture = { '@type': 'link', url: `${baseUrl}/f`, size: 1, content_type: 'image/png' };
  const found = { '@type': type, '@url': `${baseUrl}/c/1/diary/entries/e`, dt: '2026-03-01T10:00:00', picture };
  const changes = { '@changes': { creation_time: at(1), modification_time: at(1) } };
  platform.on('POST', '/c/1/diary/entries', lost);
  const add = (place: object) => {
    const values = { dt: new Date('2026-03-01T10:00:00Z'), picture: { '@type': 'base64', data: 'AA==' }, place };
    return outcome(one.addDiaryEntry(type, values));
  };
  platform.on('GET', '/c/1/diary/entries/items', json(listDocument([{ ...found, ...changes, ...differing }])));
  expect(await add({ room: 1 })).toBeInstanceOf(OutcomeUnknownError);
  platform.on('GET', '/c/1/diary/entries/items', json(listDocument([{ ...found, ...changes, place: { room: 1 } }])));
  expect(await add({ room: 1 })).toBe(`${baseUrl}/c/1/diary/entries/e`);
});

test.each([
  ['with `extra`', {}, { extra: { body: { photo: { '@type': 'base64', data: 'AA' } } } }],
  ['in a list', { photos: [{ '@type': 'base64', data: 'AA' }] }, {}],
])('a diary entry with an image %s is never sent twice', async (_, values, options) => {
  const one = await client();
  platform.on('POST', '/c/1/diary/entries', lost);
  platform.on('GET', '/c/1/diary/entries/items', json(listDocument([])));
  const type = `${namespace}/diary/schema/entry#x:1`;
  const added = one.addDiaryEntry(type, { dt: new Date('2026-03-01T10:00:00Z'), ...values }, options);
  await expect(added).rejects.toMatchObject({ name: 'OutcomeUnknownError', operation: 'addDiaryEntryWithImage' });
  expect(posts('/diary/entries')).toHaveLength(1);
});
