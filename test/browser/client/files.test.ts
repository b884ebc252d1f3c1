import { type FileReference, inlineFile } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const pixelBytes = Uint8Array.from(atob(pixel.slice(pixel.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));

async function ownPicture() {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager');
  const client = await care.client({ id: 'EHR-1043' });
  return {
    care,
    client,
    async stored(): Promise<{ picture: FileReference; bytes: Uint8Array }> {
      const { picture } = (await client.refresh()).data;
      if (!picture) throw new Error('No picture was kept.');
      return { picture, bytes: await (await care.file(picture)).bytes() };
    },
  };
}

describe('a picture', () => {
  test.each([
    ['a File, under its own name', () => inlineFile(new File([pixelBytes], 'me.png'))],
    ['a Blob', () => inlineFile(new Blob([pixelBytes]), 'me.png')],
    ['bytes that are part of others', () => inlineFile(Uint8Array.of(1, ...pixelBytes, 2).subarray(1, -1), 'me.png')],
    ['a stream', () => inlineFile(new Blob([pixelBytes]).stream(), 'me.png')],
    ['a `data:` URL, as a canvas gives', () => inlineFile(pixel, 'me.png')],
  ])('is sent from %s', async (_, file) => {
    const { client, stored } = await ownPicture();
    await client.update({ picture: await file() });

    const { picture, bytes } = await stored();
    expect(bytes).toEqual(pixelBytes);
    expect(picture).toMatchObject({ filename: 'me.png', content_type: 'image/png', size: pixelBytes.length });
  });

  test('is shown by the page from the bytes that came', async () => {
    const { care, client, stored } = await ownPicture();
    await client.update({ picture: await inlineFile(pixel, 'me.png') });
    const { picture } = await stored();
    const bitmap = await createImageBitmap(await (await care.file(picture)).blob());

    expect([bitmap.width, bitmap.height]).toEqual([1, 1]);
  });
});

describe('20 MB', () => {
  const size = 20_000_000;

  test('are sent and read back as they were, in some times their size of memory', async () => {
    const { client, stored } = await ownPicture();
    const sent = Uint8Array.from({ length: size }, (_, index) => (index * 2_654_435_761) >>> 24);
    const memory = watchMemory();
    await client.update({ picture: await inlineFile(new File([sent], 'large.bin')) });
    const growth = memory.stop();

    const { bytes } = await stored();
    expect(bytes.length).toBe(size);
    expect(await digest(bytes)).toBe(await digest(sent));
    expect(growth / size).toBeLessThan(6);
  });

  test('are made ready without holding up the page for long', async () => {
    const longest = watchTurns();
    await inlineFile(new File([new Uint8Array(size)], 'large.bin'));

    // A page that is held up for longer feels broken; the whole takes several times that where it is done in one go.
    expect(longest.stop()).toBeLessThan(200);
  });
});

async function digest(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return String(new Uint8Array(hash));
}

/** What the scripts of the page hold more than at the start, at most. */
function watchMemory() {
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
  const before = memory.usedJSHeapSize;
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, memory.usedJSHeapSize);
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return highest - before;
    },
  };
}

/** The longest time between two turns of the page's event loop. */
function watchTurns() {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  return {
    stop() {
      port1.close();
      return longest;
    },
  };
}
