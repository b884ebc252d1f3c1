import { InputError, inlineFile } from 'care-platform';
import { expect, test, vi } from 'vitest';

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
const base64 = (content: Uint8Array) => Buffer.from(content).toString('base64');

test.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 200_000])('%i bytes become one text of base 64', async (length) => {
  const content = bytes(length);
  expect(await inlineFile(content)).toEqual({ '@type': 'base64', data: base64(content) });
});

test('20 megabytes do too', async () => {
  const content = new Uint8Array(20_000_000).fill(0xa7);
  const { data } = await inlineFile(content, 'scan.png');
  expect(data === base64(content)).toBe(true);
});

test('a part of a buffer is that part alone', async () => {
  const { buffer } = bytes(100);
  expect((await inlineFile(new Uint8Array(buffer, 10, 20))).data).toBe(base64(bytes(100).slice(10, 30)));
});

test.each<[string, (content: Uint8Array<ArrayBuffer>) => Blob | Uint8Array | ArrayBuffer]>([
  ['a Buffer', (content) => Buffer.from(content)],
  ['an ArrayBuffer', (content) => content.buffer],
  ['a Blob', (content) => new Blob([content])],
  ['a File', (content) => new File([content], 'me.png')],
])('%s is taken', async (_, from) => {
  const content = bytes(300);
  expect(await inlineFile(from(content), 'me.png')).toEqual({
    '@type': 'base64',
    data: base64(content),
    filename: 'me.png',
  });
});

test.each<[string, unknown]>([
  ['a text', 'häll😀'],
  ['a `data:` URL', 'data:image/png;base64,AAAA'],
  ['a list', [1, 2]],
  ['a stream', new Blob(['x']).stream()],
  ['nothing', undefined],
])('%s is refused, since it could mean several things', async (_, source) => {
  await expect(inlineFile(source as Blob)).rejects.toBeInstanceOf(InputError);
});

test('no `Buffer` is needed', async () => {
  const expected = base64(bytes(10));
  vi.stubGlobal('Buffer', undefined);
  try {
    expect((await inlineFile(bytes(10))).data).toBe(expected);
  } finally {
    vi.unstubAllGlobals();
  }
});
