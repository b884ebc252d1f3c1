import { type Application, isCareError, type Resource } from 'care-platform';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument, namespace } from '../support/documents.js';
import { json, page, type Responder, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const login = page('<html><title>Log in</title></html>');

async function job(respond: Responder, fields = {}) {
  const care = await platform.connect();
  platform.on('GET', '/export/j1', json(exportJobDocument(fields, { download: '/export/j1/download' })));
  platform.on('GET', '/export/j1/download', respond);
  return care.exportJob(`${baseUrl}/export/j1`);
}

describe('a login page with status 200', () => {
  test('is not taken for an export, and its connection is free', async () => {
    const failure = (await job(login, { content_type: 'text/csv' })).download();
    await expect(failure).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      status: 200,
      attempts: 1,
    });
    expect(platform.throttle.running).toBe(0);
    expect(platform.throttle.released.at(-1)).toBe('aborted');
  });

  test('is the export if HTML was exported', async () => {
    const download = await (await job(login, { content_type: 'text/html; charset=UTF-8' })).download();
    expect(await download.text()).toContain('Log in');
  });

  test('is not taken for a calendar', async () => {
    const care = await platform.connect();
    platform.on('GET', '/c/1', json(clientDocument('1')));
    platform.on('GET', '/c/1/planning/ics', login);
    const client = await care.client({ url: `${baseUrl}/c/1` });
    await expect(client.calendar()).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(platform.throttle.running).toBe(0);
  });
});

test('a login page with status 401 in place of an export is not reported as an export of another user', async () => {
  const failure = (await job(page('<html><title>Log in</title></html>', 401))).download();
  await expect(failure).rejects.toMatchObject({
    name: 'UnauthorizedError',
    reason: 'Log in',
    message: expect.not.stringContaining('export is'),
  });
});

test.each([
  ['in capitals', 'APPLICATION/JSON; charset=UTF-8'],
  ['with a blank before its charset', 'application/json ;charset=utf-8'],
  ['named twice, as some gateways do', 'application/json, application/json;charset=UTF-8'],
  ['that is missing', undefined],
])('JSON is read whose media type is %s', async (_, type) => {
  const care = await platform.connect();
  const bytes = new TextEncoder().encode('{"a":1}');
  platform.on(
    'GET',
    '/x',
    () => new HttpResponse(bytes, { headers: type === undefined ? {} : { 'content-type': type } }),
  );
  expect((await care.request({ url: 'x' })).data).toEqual({ a: 1 });
});

test.each(['application/problem+json', 'application/vnd.care.v2+json'])(
  'a response of the type %s is JSON',
  async (type) => {
    const care = await platform.connect();
    platform.on('GET', '/x', page('{"a":1}', 200, type));
    expect((await care.request({ url: 'x' })).data).toEqual({ a: 1 });
  },
);

test.each(['xapplication/json', 'application/jsonx', 'application/+json', 'application/x-json'])(
  'a response of the type %s is not what was requested',
  async (type) => {
    const care = await platform.connect();
    platform.on('GET', '/x', page('{"a":1}', 200, type));
    await expect(care.client({ url: `${baseUrl}/x` })).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      message: expect.stringContaining(type),
      cutOff: false,
    });
  },
);

test.each([
  ['a page', 'text/html', '<html>', false],
  ['a body without a type', undefined, '<html>', false],
  ['half a document', 'application/json', '{"a":', true],
])('%s is no response of the platform, and only half a document is cut off', async (_, type, text, cutOff) => {
  const care = await platform.connect({ retry: 0 });
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  platform.on('GET', '/x', () => new HttpResponse(new TextEncoder().encode(text), { headers }));
  await expect(care.request({ url: 'x' })).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    status: 200,
    cutOff,
  });
});

describe('a redirect of a write', () => {
  const write = async (
    status: number,
    call: (care: Application) => Promise<unknown>,
    method: 'POST' | 'PATCH' = 'POST',
  ) => {
    const care = await platform.connect();
    const respond = () => new HttpResponse(null, { status, headers: { location: '/login' } });
    platform.on(method, '/x', respond);
    return call(care).catch((error: unknown) => error);
  };
  const once = (care: Application) => care.request({ method: 'POST', url: 'x' });
  const repeatable = (care: Application) => care.request({ method: 'PATCH', url: 'x', retryPolicy: 'repeatable' });

  test.each([300, 301, 307, 308])('(%i) is an error that it was not applied', async (status) => {
    expect(await write(status, once)).toMatchObject({ name: 'UnexpectedResponseError', status });
  });

  test.each([302, 303])('(%i) may come after it was done', async (status) => {
    expect(await write(status, once)).toMatchObject({ name: 'OutcomeUnknownError', cause: { status } });
    expect(await write(status, repeatable, 'PATCH')).toMatchObject({ name: 'UnexpectedResponseError', status });
    expect(platform.seen).toHaveLength(1);
  });
});

test('304 is not a response of the platform: no request is conditional', async () => {
  const care = await platform.connect();
  platform.on('GET', '/x', () => new HttpResponse(null, { status: 304 }));
  await expect(care.request({ url: 'x' })).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    status: 304,
  });
});

describe('odd JSON', () => {
  async function opened(text: string): Promise<unknown> {
    const care = await platform.connect({ retry: 0 });
    platform.on('GET', '/x', page(text, 200, 'application/json'));
    return care.open('x').catch((error: unknown) => error);
  }

  test.each([
    ['100,000 lists in one another', `{"@type": "x", "a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects in one another', `{"@type": "x", "a": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
    ['a number beyond all bounds', '{"@type": "x", "a": 1e999}'],
    ['`__proto__`', '{"@type": "x", "__proto__": {"polluted": true}, "constructor": 1}'],
  ])('ends in a resource or in a documented error: %s', async (_, text) => {
    const result = await opened(text);
    if (result instanceof Error) expect(isCareError(result)).toBe(true);
    else expect((result as Resource).type).toBe('x');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(['null', '[]', '"text"', '7', '{"@type": 7}', '{"@type": "x", "@links": 7, "@changes": "now"}'])(
    'in place of a resource does too: %s',
    async (text) => {
      const result = await opened(text);
      if (result instanceof Error) expect(isCareError(result)).toBe(true);
      else expect((result as Resource).links.names()).toEqual([]);
    },
  );

  test('in the fields of a known kind is a validation error that names the fields', async () => {
    const text = JSON.stringify({ '@type': `${namespace}/client`, first_name: [], active: 'yes', email: null });
    expect(await opened(text)).toMatchObject({
      name: 'ResponseValidationError',
      problems: expect.arrayContaining([expect.objectContaining({ name: 'active' })]),
    });
  });
});
