import { type FileReference, InputError } from 'care-platform';
import { expect, test } from 'vitest';
import { applicationDocument, baseUrl, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { scriptedPlatform } from '../support/platform.js';
import { connected } from '../support/scripted-fetch.js';

const platform = scriptedPlatform();

async function downloaded(
  body: BodyInit | null,
  headers: Record<string, string>,
  fields: Record<string, unknown> = {},
) {
  const links = { download: '/export/j1/download' };
  const document = exportJobDocument({ state: 'completed', completed: '2024-07-01T10:05:00', ...fields }, links);
  platform.on('GET', '/export/j1', () => Response.json(document));
  platform.on('GET', '/export/j1/download', () => new Response(body, { headers }));
  const care = await platform.connect();
  return (await care.exportJob(`${baseUrl}/export/j1`)).download();
}

test.each<[string, string | undefined]>([
  ['attachment; filename="clients.csv"', 'clients.csv'],
  ['attachment; filename=clients.csv', 'clients.csv'],
  ['attachment; filename=clients.csv ; size=3', 'clients.csv'],
  ['attachment; filename="first.csv"; FileName="second.csv"', 'first.csv'],
  ['attachment; filename="\u00c3\u00ab"', 'ë'],
  ['attachment;FILENAME = "a \\"b\\".csv" ; size=3', 'a "b".csv'],
  ['attachment; filename="a;b=c.csv"', 'a;b=c.csv'],
  [`attachment; filename="clients.csv"; filename*=UTF-8''cli%C3%ABnten%20%E2%82%AC.csv`, 'cliënten €.csv'],
  [`attachment; filename*=UTF-8'nl'cli%C3%ABnten.csv; filename="clients.csv"`, 'cliënten.csv'],
  [`attachment; filename*=iso-8859-1''cli%EBnten.csv`, 'cliënten.csv'],
  [`attachment; filename*=UTF-8''%FF.csv; filename="clients.csv"`, 'clients.csv'],
  [`attachment; filename*=koi8-r''%C1.csv; filename="clients.csv"`, 'clients.csv'],
  [`attachment; filename*=x-UTF-8''%C3%AB.csv; filename="clients.csv"`, 'clients.csv'],
  [`attachment; filename*=utf-8''; filename="clients.csv"`, 'clients.csv'],
  [`attachment; filename*=clients%20nl.csv; filename="clients.csv"`, 'clients.csv'],
  ['attachment; filename="cli\u00c3\u00abnten.csv"', 'cliënten.csv'],
  ['attachment; filename="cli\u00ebnten.csv"', 'cliënten.csv'],
  ['attachment; filename=""', undefined],
  ['attachment', undefined],
  ['inline; name="x"', undefined],
])('the header %s names the file %s', async (header, name) => {
  const download = await downloaded('x', { 'content-disposition': header });
  expect(download.filename).toBe(name);
});

test('the name that the job gives comes before that of the header', async () => {
  const headers = { 'content-disposition': 'attachment; filename="other.csv"' };
  expect((await downloaded('x', headers, { filename: 'clients.csv' })).filename).toBe('clients.csv');
});

test('text is read in the charset that the platform names', async () => {
  const latin = Uint8Array.of(0x63, 0x6c, 0x69, 0xeb, 0x6e, 0x74);
  expect(await (await downloaded(latin, { 'content-type': 'text/csv; charset="ISO-8859-1"' })).text()).toBe('cliënt');
  expect(await (await downloaded(latin, { 'content-type': "text/csv; charset='latin1'" })).text()).toBe('cliënt');
  expect(await (await downloaded('cliënt', { 'content-type': 'text/csv;charset=no-such' })).text()).toBe('cliënt');
  expect(await (await downloaded('\uFEFFcliënt', { 'content-type': 'text/csv' })).text()).toBe('cliënt');
});

test.each(['stream', 'bytes', 'blob', 'text'] as const)('`%s` reports its progress', async (way) => {
  const download = await downloaded('abcdef', {}, { content_length: 6 });
  const reported: unknown[] = [];
  const onProgress = (progress: unknown) => reported.push(progress);
  if (way === 'stream') await new Response(download.stream({ onProgress })).text();
  else await download[way]({ onProgress });
  expect(reported).toEqual([{ received: 6, size: 6 }]);
});

test('an error of `onProgress` ends the download', async () => {
  const download = await downloaded('abc', {});
  const reason = new Error('enough');
  const onProgress = () => {
    throw reason;
  };
  await expect(download.bytes({ onProgress })).rejects.toBe(reason);
  expect(platform.throttle.released.at(-1)).toBe('aborted');
});

test.each<[string | null, number | undefined]>([
  [null, 6],
  ['', 6],
  ['identity', 6],
  ['gzip', undefined],
])('the length that a job reports counts if its content encoding is %s: %s', async (content_encoding, size) => {
  expect((await downloaded('abcdef', {}, { content_length: 6, content_encoding })).size).toBe(size);
});

test('a download is read once', async () => {
  const download = await downloaded('abc', {});
  await download.text();
  const refusal = { name: 'InputError', problems: [{ name: '(whole)', code: 'conflict' }] };
  for (const way of ['bytes', 'blob', 'text'] as const) await expect(download[way]()).rejects.toMatchObject(refusal);
  expect(() => download.stream()).toThrow(InputError);
  expect(() => download[Symbol.asyncIterator]()).toThrow(InputError);
});

test.each(['bytes', 'blob', 'text'] as const)(
  '`%s` of a download that was cancelled fails with the reason',
  async (way) => {
    const download = await downloaded('abc', {});
    await download.cancel();
    const failure = await failureOf<DOMException>(download[way]());
    expect(failure).toBeInstanceOf(DOMException);
    expect(failure.name).toBe('AbortError');
    const other = await downloaded('abc', {});
    const reason = new Error('enough');
    await other.cancel(reason);
    expect(await failureOf(other[way]())).toBe(reason);
  },
);

test.each<[Record<string, string>, number | undefined]>([
  [{ 'content-length': '12' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'identity' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'gzip' }, undefined],
  [{ 'content-length': '12 bytes' }, undefined],
  [{ 'content-length': '+12' }, undefined],
  [{}, undefined],
])('the length in the headers counts if the job has none: %o: %s', async (headers, size) => {
  const document = exportJobDocument(
    { state: 'completed', completed: '2024-07-01T10:05:00', content_length: null },
    { download: '/export/j1/download' },
  );
  const care = await platform.connect({
    fetch: async (url) => {
      if (url.endsWith('/download')) return new Response('x', { headers });
      return Response.json(url.endsWith('/j1') ? document : applicationDocument());
    },
  });
  expect((await (await care.exportJob(`${baseUrl}/export/j1`)).download()).size).toBe(size);
});

test.each([
  [{ filename: 'Foto.png' }, { 'content-disposition': 'attachment; filename="f.png"' }, 'Foto.png'],
  [{ filename: null }, { 'content-disposition': 'attachment; filename="f.png"' }, 'f.png'],
  [{ filename: null }, {}, undefined],
])('a file of the reference %o with the headers %o has the name %s', async (reference, headers, name) => {
  const care = await connected(() => new Response('x', { headers }));
  const file = { url: `${baseUrl}/files/8f31`, ...reference } as FileReference;
  expect((await care.file(file)).filename).toBe(name);
});

test('a response without a body is an empty file, and its connection is free at once', async () => {
  // Of a `fetch` of its own, since msw gives every response a body.
  const fetch = async () => new Response(null);
  const care = await platform.connect({ fetch: async (url) => (url === baseUrl ? globalThis.fetch(url) : fetch()) });
  const opened = () => care.file({ url: `${baseUrl}/files/8f31` });
  const unread = await opened();
  expect(platform.throttle.running).toBe(0);
  expect(await unread.text()).toBe('');
  expect(await (await opened()).bytes()).toHaveLength(0);
  expect((await (await opened()).blob()).size).toBe(0);
});
