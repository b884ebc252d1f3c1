import type { Application } from 'care-platform';
import { expect, test, vi } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { empty, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

/** As where its file is gone from the server. */
const gone = (part: string) =>
  vi.doMock(`../../src/resources/${part}.js`, () => {
    throw new Error(`${part} is gone`);
  });

test.each<[string, string, 'GET' | 'PATCH', (care: Application) => Promise<unknown>]>([
  ['files-part', 'exports and files', 'GET', (care) => care.file({ url: `${baseUrl}/x` })],
  [
    'administration-part',
    'administration',
    'PATCH',
    (care) => care.updateClient({ url: `${baseUrl}/x` }, { infix: null }),
  ],
])('a call whose %s cannot be loaded says so, and sends nothing until it can', async (part, name, method, call) => {
  gone(part);
  const care = await platform.connect();
  platform.on(method, '/x', empty());
  await expect(call(care)).rejects.toMatchObject({
    name: 'PartNotLoadedError',
    message: expect.stringContaining(name),
    cause: expect.any(Error),
  });
  expect(platform.seen).toEqual([]);
  vi.doUnmock(`../../src/resources/${part}.js`);
  await call(care);
  expect(platform.seen).toHaveLength(1);
});

test('a call that is aborted while its part is loaded sends nothing once that is there', async () => {
  let arrive: () => void = () => undefined;
  const journey = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const path = '../../src/resources/administration-part.js';
  vi.doMock(path, async (importOriginal) => {
    await journey;
    return importOriginal();
  });
  const care = await platform.connect();
  platform.on('PATCH', '/x', empty());
  const stop = new AbortController();
  const update = care.updateClient({ url: `${baseUrl}/x` }, { infix: null }, { signal: stop.signal });
  stop.abort('enough');
  arrive();
  await expect(update).rejects.toBe('enough');
  expect(platform.seen).toEqual([]);
  vi.doUnmock(path);
});
