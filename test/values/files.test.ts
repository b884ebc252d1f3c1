import { Readable } from 'node:stream';
import { type FileSource, InputError, inlineFile } from 'care-platform';
import { expect, test, vi } from 'vitest';

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
const base64 = (content: Uint8Array) => Buffer.from(content).toString('base64');

test.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 200_000])('%i bytes become one text of base 64', async (length) => {
  const content = bytes(length);
  expect(await inlineFile(content)).toEqual({ '@type': 'base64', data: base64(content) });
});

test.each<[string, (content: Uint8Array<ArrayBuffer>) => FileSource]>([
  ['bytes', (content) => content],
  ['a Blob', (content) => new Blob([content])],
  ['a `data:` URL', (content) => `data:image/png;base64,${base64(content)}`],
])('20 megabytes do too, as %s, and other work goes on meanwhile', async (_, from) => {
  const content = new Uint8Array(20_000_000).fill(0xa7);
  const source = from(content);
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const { data } = await inlineFile(source, 'scan.png');
  clearInterval(other);
  expect(data === base64(content)).toBe(true);
  expect(turns).toBeGreaterThan(2);
});

test('the name of a File goes along, unless another is given', async () => {
  const file = new File(['x'], 'me.png');
  expect((await inlineFile(file)).filename).toBe('me.png');
  expect((await inlineFile(file, 'you.png')).filename).toBe('you.png');
  expect(await inlineFile(new Blob(['x']))).not.toHaveProperty('filename');
});

test('text in a `data:` URL is its bytes in UTF-8', async () => {
  expect((await inlineFile('data:,100%25 h\u00e4ll\u{1f600} 5% %zz')).data).toBe(
    base64(Buffer.from('100% h\u00e4ll\u{1f600} 5% %zz')),
  );
});

test.each<[string, FileSource]>([
  ['bytes', bytes(101)],
  ['a `data:` URL', `data:;base64,${base64(bytes(101))}`],
])('more than `maxBytes` is refused: %s', async (_, source) => {
  await expect(inlineFile(source, undefined, { maxBytes: 100 })).rejects.toBeInstanceOf(InputError);
  expect((await inlineFile(source, undefined, { maxBytes: 101 })).data).toBe(base64(bytes(101)));
});

test.each([Number.NaN, -1, 'many' as never])(
  'a `maxBytes` of %s is refused: it would let everything through',
  async (maxBytes) => {
    await expect(inlineFile(bytes(1), undefined, { maxBytes })).rejects.toMatchObject({
      problems: [{ name: 'maxBytes' }],
    });
  },
);

test('a stream of more than `maxBytes` is not read on', async () => {
  let read = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes(100));
      read += 100;
    },
    cancel() {
      cancelled = true;
    },
  });
  await expect(inlineFile(endless, undefined, { maxBytes: 1000 })).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'source' }],
  });
  expect(cancelled).toBe(true);
  expect(read).toBeLessThan(2000);
});

test('a part of a buffer is that part alone', async () => {
  const { buffer } = bytes(100);
  expect((await inlineFile(new Uint8Array(buffer, 10, 20))).data).toBe(base64(bytes(100).slice(10, 30)));
});

/** In parts of uneven lengths, none of which is a multiple of 3, in a buffer that is used again. */
async function* inParts(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const shared = new Uint8Array(64);
  for (let start = 0, length = 1; start < content.length; start += length, length = (length * 5 + 2) % 64) {
    const part = content.subarray(start, start + length);
    shared.set(part);
    yield shared.subarray(0, part.length);
  }
}

function streamed<Part>(...parts: Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

test.each<[string, (content: Uint8Array<ArrayBuffer>) => FileSource]>([
  ['a Buffer', (content) => Buffer.from(content)],
  ['an ArrayBuffer', (content) => content.buffer],
  ['a Blob', (content) => new Blob([content])],
  ['a File', (content) => new File([content], 'me.png')],
  ['a Blob without `stream()`', (content) => Object.assign(new Blob([content]), { stream: undefined })],
  ['a stream', (content) => new Blob([content]).stream()],
  ['a stream in parts', (content) => streamed(content.subarray(0, 100), content.subarray(100))],
  ['a stream of Node', (content) => Readable.from([content.subarray(0, 7), content.subarray(7)])],
  ['anything that gives parts', inParts],
  ['a `data:` URL', (content) => `data:image/png;base64,${base64(content)}`],
  ['a `data:` URL with parameters', (content) => `data:text/plain;charset=utf-8;base64,${base64(content)}`],
  [
    'a `data:` URL with escapes and line ends',
    (content) => `data:;base64,${encodeURIComponent(base64(content).replace(/(.{76})/g, '$1\r\n'))}`,
  ],
  ['a `data:` URL without padding', (content) => `data:;base64,${base64(content).replace(/=+$/, '')}`],
  [
    'a `data:` URL without base 64',
    (content) => `data:,${[...content].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
  ],
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
  ['base 64 without `data:`', 'AAAA'],
  ['a `data:` URL without comma', 'data:image/png;base64'],
  ['a `data:` URL with other letters', 'data:;base64,AA-_'],
  ['a `data:` URL that is cut off', 'data:;base64,AAAAA'],
  ['a `data:` URL with a broken escape', 'data:;base64,AA%3'],
  ['a list', [1, 2]],
  ['a stream of text', streamed('x')],
  ['nothing', undefined],
])('%s is refused, since it could mean several things', async (_, source) => {
  await expect(inlineFile(source as Blob)).rejects.toBeInstanceOf(InputError);
});

test('no `Buffer` and nothing else that only some engines have is needed', async () => {
  const content = bytes(200_000);
  const expected = base64(content);
  Reflect.set(content, 'toBase64', undefined);
  vi.stubGlobal('Buffer', undefined);
  try {
    expect((await inlineFile(content)).data === expected).toBe(true);
  } finally {
    vi.unstubAllGlobals();
  }
});
