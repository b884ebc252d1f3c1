import { type Application, isCareError, type OutcomeUnknownError, type ResponseValidationError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, labelDocument, namespace, relationDocument } from '../support/documents.js';
import { newClient, newProfessional } from '../support/people.js';
import { empty, json, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const place = `${baseUrl}/configuration/labels/MRN-4711`;
const created: Record<string, string> = { location: place };
const without = (headers: Record<string, string>): Responder => {
  return () => new Response(null, { status: 201, headers });
};

interface Unreadable extends Error {
  readonly attempts: number;
  readonly waited: number;
  resourceUrl(): string | undefined;
}

async function createLabel(...responses: [Responder, ...Responder[]]): Promise<Unreadable> {
  const care = await platform.connect();
  platform.on('POST', '/configuration/labels', ...responses);
  return care.createLabel('Autumn').then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as Unreadable,
  );
}

describe('a resource that was created although its response cannot be used', () => {
  test.each<[string, Responder, string, string | undefined]>([
    ['no body', without(created), 'UnexpectedResponseError', place],
    ['no body and no place', without({}), 'UnexpectedResponseError', undefined],
    ['an empty body of a 200', () => new Response('', { headers: created }), 'UnexpectedResponseError', place],
    ['204', empty(204), 'UnexpectedResponseError', undefined],
    ['a list', json([], 201, created), 'UnexpectedResponseError', place],
    ['another shape', json({ ...labelDocument('1'), label: 7, '@url': place }, 201), 'ResponseValidationError', place],
    [
      'another shape and a relative place',
      json({ label: 7 }, 201, { location: 'labels/MRN-4711' }),
      'ResponseValidationError',
      place,
    ],
  ])('is reported as such: %s', async (_, respond, name, url) => {
    const failure = await createLabel(respond);
    expect(failure.name).toBe(name);
    expect(failure.message).toMatch(/20[014]/);
    expect(failure.resourceUrl()).toBe(url);
    expect(failure.message.includes('`resourceUrl()`')).toBe(url !== undefined);
    expect(JSON.stringify(failure) + failure.stack).not.toContain('MRN-4711');
    expect(platform.seen).toHaveLength(1);
  });

  test.each([
    ['cut off', page('{"label": "Au', 201, 'application/json')],
    ['a page', page('<html>', 201)],
  ])('has an unknown outcome, with its URL, if the response is %s', async (_, respond) => {
    const placed: Responder = async (request) => {
      const response = await respond(request);
      response.headers.set('location', place);
      return response;
    };
    const failure = (await createLabel(placed)) as OutcomeUnknownError;
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createLabel' });
    expect(failure.message).toContain('201');
    expect(failure.resourceUrl()).toBe(place);
    expect(failure.message).not.toContain('MRN-4711');
  });

  test('is not taken for a failure that may be retried', async () => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('POST', '/c/1/relations', json({ ...relationDocument('r'), predicate: 3 }, 201));
    const client = await care.client({ url: `${baseUrl}/c/1` });
    platform.forget();
    const failure = await client.addRelation({ professional: { id: 'PRO-7' }, predicate: 'attends' }).catch((e) => e);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', attempts: 1 });
    expect(platform.seen).toHaveLength(1);
  });
});

test('a change that was made although its response has another shape is reported as such', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('PATCH', '/c/1', json({ '@type': `${namespace}/client`, first_name: 7 }));
  const failure: unknown = await (await care.client({ url: `${baseUrl}/c/1` }))
    .update({ infix: null })
    .catch((error: unknown) => error);
  expect(isCareError(failure, 'ResponseValidationError')).toBe(true);
  expect(String(failure)).toContain('200');
});

test.each([undefined, {}, { '@url': `${baseUrl}/c/1` }, { code: 200, message: 'OK' }])(
  'a change is done, whatever object stands for that: %o',
  async (document) => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('PATCH', '/c/1', json(document));
    const changed = await (await care.client({ url: `${baseUrl}/c/1` })).update({ infix: null });
    expect(changed.data).toMatchObject({ first_name: 'Noor', infix: null });
    platform.on('PATCH', '/aux/client/id/EHR-1', json(document));
    expect(await care.updateClient({ id: 'EHR-1' }, { infix: null })).toBeUndefined();
    platform.on('PATCH', '/aux/client/id/EHR-1', json(clientDocument('1')));
    expect((await care.updateClient({ id: 'EHR-1' }, { infix: null }))?.data.id).toBe('EHR-1');
  },
);

test('an error about a response that was read has its attempts, and no status 200', async () => {
  const care = await platform.connect();
  platform.on('GET', '/c/1', refusal(429), json({ ...clientDocument('1'), first_name: 7 }));
  const read = async (app: Application) => app.client({ url: `${baseUrl}/c/1` });
  const failure = (await read(care).catch((error: unknown) => error)) as ResponseValidationError;
  expect(failure).toMatchObject({ name: 'ResponseValidationError', attempts: 2 });
  expect(failure.message).not.toContain('200');
  platform.on('GET', '/c/items', refusal(429), json({ '@items': 'none' }));
  await expect(care.clients().toArray()).rejects.toMatchObject({ name: 'ResponseValidationError', attempts: 2 });
});

describe('an outcome that is unknown says what to check', () => {
  test.each<[string, string, (care: Application) => Promise<unknown>, string]>([
    ['createClient', '/c', (care) => care.createClient(newClient), 'client'],
    ['createProfessional', '/p', (care) => care.createProfessional(newProfessional), 'professional'],
    ['createLabel', '/configuration/labels', (care) => care.createLabel('x'), 'label'],
    ['startExport', '/export', (care) => care.startExport({ name: 'client' }), 'export'],
    ['request', '/x', (care) => care.request({ method: 'POST', url: 'x' }), 'change'],
  ])('%s', async (operation, path, write, check) => {
    const care = await platform.connect({ retry: 0 });
    platform.on('POST', path, refusal(500));
    platform.on('POST', '/c/items', refusal(500));
    platform.on('GET', '/p/items', refusal(500));
    const failure = await write(care).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation });
    expect((failure as OutcomeUnknownError).check).toContain(check);
    expect(String(failure)).toContain((failure as OutcomeUnknownError).check);
    expect((failure as OutcomeUnknownError).requestUrl()).toBe(`${baseUrl}${path}`);
  });
});
