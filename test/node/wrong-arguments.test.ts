import { readdir } from 'node:fs/promises';
import { fileCursor, type Savable, saveDownload } from 'care-platform/node';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const download = (): Savable => ({ filename: 'clients.csv', stream: () => new Blob(['all']).stream() });

test.each<[string, () => unknown, RegExp]>([
  ['a promise', () => Promise.resolve(download()), /\bdownload: .*`await`/],
  ['undefined', () => undefined, /\bdownload: /],
  ['null', () => null, /\bdownload: /],
  ['a string', () => 'clients.csv', /\bdownload: /],
  ['a response', () => new Response('all'), /\bdownload: /],
])('saveDownload refuses %s by the name of its argument, and writes nothing', async (_, given, message) => {
  const folder = await temporaryFolder();
  const failure = await failureOf<Error>(saveDownload(given() as Savable, folder));
  expect(failure).toMatchObject({ name: 'TypeError', message: expect.stringMatching(message) });
  expect(await readdir(folder)).toEqual([]);
});

test.each([5, undefined, null, '', {}, new URL('file:///tmp/')])(
  'saveDownload refuses the path %j by the name of its argument, and lets its connection go',
  async (path) => {
    const cancel = vi.fn();
    const stream = () => new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel });
    const failure = await failureOf<Error>(saveDownload({ filename: 'x', stream }, path as string));
    expect(failure).toMatchObject({ name: 'TypeError', message: expect.stringContaining('directoryOrFile: ') });
    expect(cancel).toHaveBeenCalledOnce();
  },
);

test.each([5, undefined, null, '', {}])('fileCursor refuses the path %j by the name of its argument', (path) => {
  const make = () => fileCursor(path as string);
  expect(make).toThrow(TypeError);
  expect(make).toThrow('fileCursor: path: ');
});
