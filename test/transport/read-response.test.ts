import { Download, type Fetch } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { connected, connectedTo } from '../support/scripted-fetch.js';

const respond = (body: BodyInit | null, status: number, headers: Record<string, string>) => () =>
  new Response(body, { status, headers });

const json = { 'content-type': 'application/json' };

describe('a response is a part, and refused,', () => {
  test.each<[string, number, string | undefined]>([
    ['if its status is 206', 206, undefined],
    ['if its range ends early', 200, 'bytes 0-99/1000'],
    ['if its range begins late', 200, 'bytes 900-999/1000'],
    ['if the length of the whole is unknown', 206, 'bytes 0-99/*'],
    ['if its range ends late by the last digit only', 200, 'bytes 0-199/100'],
    ['if its range has spaces around it', 200, ' bytes  0-99/1000 '],
    ['if the unit of its range is in capitals', 200, 'BYTES 10-99/100'],
    ['if its range is none', 206, 'bytes x-99/100'],
    ['if its range has something before it', 206, 'in bytes 0-99/100'],
    ['if its range has something after it', 206, 'bytes 0-99/100 of it'],
  ])('%s', async (_, status, range) => {
    const care = await connected(respond('{}', status, { ...json, ...(range && { 'content-range': range }) }));
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({
      ...{ name: 'UnexpectedResponseError', status, cutOff: true },
      message: expect.stringContaining('only a part'),
    });
  });
});

describe('a response is whole', () => {
  test.each<[string, number, string | undefined]>([
    ['if it has no range', 200, undefined],
    ['if its range is the whole', 206, 'bytes 0-99/100'],
    ['if its range is the whole, with spaces around it', 206, ' Bytes   0-9/10 '],
    ['if its range is of another unit', 200, 'items 0-99/1000'],
  ])('%s', async (_, status, range) => {
    const care = await connected(respond('{"a":1}', status, { ...json, ...(range && { 'content-range': range }) }));
    expect(await care.request({ url: 'x' })).toMatchObject({ status, data: { a: 1 } });
  });
});

describe('`request` has', () => {
  test.each<[string, BodyInit | null, number, Record<string, string>, unknown]>([
    ['the data of JSON', '{"a":1}', 200, { 'content-type': 'application/json' }, { a: 1 }],
    ['the data of JSON of a kind', '{"a":1}', 200, { 'content-type': 'application/hal+json' }, { a: 1 }],
    ['the data of JSON without a type', new TextEncoder().encode('[]'), 200, {}, []],
    ['no data of a 204', null, 204, { 'content-type': 'text/csv' }, undefined],
    ['no data of a 205', null, 205, { 'content-type': 'text/csv' }, undefined],
    ['no data of an empty file', '', 200, { 'content-type': 'text/csv', 'content-length': '0' }, undefined],
    ['no data of spaces', ' \n', 200, { 'content-type': 'application/json' }, undefined],
  ])('%s', async (_, body, status, headers, data) => {
    const care = await connected(respond(body, status, headers));
    const response = await care.request({ url: 'x' });
    expect(response).toMatchObject({ status });
    expect(response.data).toEqual(data);
  });

  test.each<[string, Record<string, string>]>([
    ['a file of CSV', { 'content-type': 'text/csv' }],
    ['a text that is named as a file', { 'content-type': 'text/plain', 'content-disposition': 'attachment' }],
    ['a page that is named as a file', { 'content-type': 'text/html', 'content-disposition': 'attachment' }],
  ])('%s as a download', async (_, headers) => {
    const care = await connected(respond('a;b', 200, headers));
    const { data } = await care.request({ url: 'x' });
    if (!(data instanceof Download)) throw new Error('It is no download.');
    expect(await data.text()).toBe('a;b');
  });

  test.each(['text/plain', 'text/html', 'application/xhtml+xml'])('an error of a body of %s', async (type) => {
    const care = await connected(respond('a;b', 200, { 'content-type': type }));
    const message = expect.stringContaining(`a body of type ${type}`);
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError', message });
  });
});

/** The headers that a call sends. */
async function sent(call: (care: Awaited<ReturnType<typeof connectedTo>>) => Promise<unknown>) {
  const headers: Record<string, string>[] = [];
  const fetch: Fetch = async (_, init) => {
    headers.push(init.headers);
    return Response.json(clientDocument('1'));
  };
  const care = await connectedTo(fetch);
  await call(care).finally(() => care.close());
  const { authorization: _, ...others } = headers.at(-1) ?? {};
  return others;
}

describe('a request accepts', () => {
  test('JSON alone', async () => {
    expect(await sent((care) => care.client({ url: `${baseUrl}/c/1` }))).toEqual({ accept: 'application/json' });
  });

  test('any type if it is a read by `request`', async () => {
    expect(await sent((care) => care.request({ url: 'x' }))).toEqual({ accept: 'application/json, */*;q=0.8' });
  });

  test('JSON alone if it is a write, whose body is JSON', async () => {
    const headers = await sent((care) => care.request({ method: 'PATCH', url: 'x', body: {} }));
    expect(headers).toEqual({ accept: 'application/json', 'content-type': 'application/json' });
  });

  test('only bytes as they are if it is a file, except in a browser', async () => {
    const open = (care: Awaited<ReturnType<typeof connectedTo>>) => care.file({ url: `${baseUrl}/files/1` });
    const { accept } = await sent(open);
    expect(await sent(open)).toEqual({ accept, 'accept-encoding': 'identity' });
    const inPage = await sent(async (care) => {
      vi.stubGlobal('document', {});
      vi.stubGlobal('process', {});
      return open(care);
    });
    expect(inPage).toEqual({ accept });
  });
});
