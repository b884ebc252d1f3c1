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

  test('are sent and read back as they were', async () => {
    const { client, stored } = await ownPicture();
    const sent = randomBytes(size);
    await client.update({ picture: await inlineFile(new File([sent], 'large.bin')) });

    const { bytes } = await stored();
    expect(bytes.length).toBe(size);
    expect(await digest(bytes)).toBe(await digest(sent));
  });

  test('are made ready in many turns, between which the page does everything else', async () => {
    const turns = countTurns();
    await inlineFile(new Uint8Array(size), 'large.bin');

    expect(turns.stop()).toBeGreaterThan(20);
  });
});

async function digest(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return String(new Uint8Array(hash));
}

/** How often everything else on the page has its turn. */
function countTurns() {
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.onmessage = () => {
    turns++;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  return {
    stop() {
      port1.close();
      return turns;
    },
  };
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}
