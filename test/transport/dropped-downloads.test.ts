import { connect, type Fetch, InputError } from 'care-platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { until } from '../support/raw-server.js';
import { virtualTime } from '../support/virtual-time.js';
import { ask, filePlatform as platform, type Served } from './file-platform.js';

describe('the connection of a download that is not read to its end is given back', () => {
  test('when it is cancelled, also twice and after its end', async () => {
    const { open, cancelled, idle } = await platform();
    const download = await open();
    await download.cancel('enough');
    await download.cancel();
    expect(cancelled).toHaveBeenCalledExactlyOnceWith('enough');
    await until(idle);
    const read = await platform({ endless: false });
    const whole = await read.open();
    await whole.text();
    await whole.cancel();
    expect(read.cancelled).not.toHaveBeenCalled();
  });

  test('when it is cancelled while its stream is read, which then ends', async () => {
    const { open, idle } = await platform();
    const download = await open();
    const reader = download.stream().getReader();
    await reader.read();
    const pending = reader.read();
    await download.cancel('enough');
    await expect(pending).rejects.toBe('enough');
    await until(idle);
  });

  test('when the block ends that it was declared in with `await using`', async () => {
    const { open, idle } = await platform();
    {
      await using download = await open();
      expect(download.size).toBeUndefined();
      expect(idle()).toBe(false);
    }
    await until(idle);
  });

  test('when the loop over it is left', async () => {
    const { open, idle } = await platform();
    for await (const piece of await open()) {
      expect(new TextDecoder().decode(piece)).toBe('abc');
      break;
    }
    await until(idle);
  });
});

describe('a download is iterated', () => {
  test('by itself, to its end', async () => {
    const { open, idle } = await platform({ endless: false });
    const pieces: string[] = [];
    for await (const piece of await open()) pieces.push(new TextDecoder().decode(piece));
    expect(pieces).toEqual(['abc', 'de']);
    await until(idle);
  });

  test('by its stream in a browser that cannot iterate streams', async () => {
    const { prototype } = ReadableStream;
    const names = [Symbol.asyncIterator, 'values'] as const;
    const before = names.map((name) => Object.getOwnPropertyDescriptor(prototype, name));
    for (const name of names) Reflect.deleteProperty(prototype, name);
    onTestFinished(() => {
      for (const [index, name] of names.entries()) Object.defineProperty(prototype, name, before[index] ?? {});
    });
    const { open, idle } = await platform({ endless: false });
    const pieces: string[] = [];
    for await (const piece of (await open()).stream()) pieces.push(new TextDecoder().decode(piece));
    expect(pieces).toEqual(['abc', 'de']);
    for await (const _ of (await open()).stream()) break;
    await until(idle);
  });

  test('once', async () => {
    const { open } = await platform({ endless: false });
    const download = await open();
    for await (const _ of download);
    expect(() => download[Symbol.asyncIterator]()).toThrow(InputError);
  });
});

describe('a small file is read in at once and holds no place, if its length is known from', () => {
  test.each<[string, Served, number | undefined]>([
    ['its headers', { headers: { 'content-length': '5' } }, undefined],
    ['its reference', {}, 5],
  ])('%s', async (_, served, size) => {
    const { care, open, idle } = await platform({ endless: false, ...served });
    const downloads = [await open(size), await open(size), await open(size), await open(size)];
    await until(idle);
    expect((await ask(care)).data).toBe(1);
    for (const download of downloads) expect(await download.text()).toBe('abcde');
  });

  test('its reference, but no more than 64 KiB of it if that is wrong', async () => {
    const pieces = Array.from({ length: 100 }, () => 'x'.repeat(2048));
    const { open, idle } = await platform({ pieces, endless: true });
    const download = await open(5);
    const reader = download.stream().getReader();
    await reader.read();
    expect(idle()).toBe(false);
    await download.cancel();
  });

  test('its headers, and fails when it is read if it broke off', async () => {
    const { open, idle } = await platform({ headers: { 'content-length': '9' }, endless: false });
    const download = await open();
    await until(idle);
    await expect(download.text()).rejects.toMatchObject({ name: 'UnexpectedResponseError', received: 5, cutOff: true });
  });
});

test('a small file that comes slowly can be read after its `timeout`, since it was not read before', async () => {
  const time = virtualTime();
  const fetch: Fetch = async (url) => {
    if (url === baseUrl) return Response.json(applicationDocument());
    const parts = [0, 2500, 900];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const delay = parts.shift();
        if (delay === undefined) controller.close();
        else {
          await time.wait(delay);
          controller.enqueue(Uint8Array.of(0x61));
        }
      },
    });
    return new Response(body, { headers: { 'content-length': '3' } });
  };
  const care = await connect({ baseUrl, token: 'x', fetch, retry: 0, throttle: { connections: 1 } });
  onTestFinished(() => care.close());
  const download = await time.until(care.file({ url: `${baseUrl}/files/1` }, { timeout: 1000 }));
  await time.advance(2500);
  expect(await time.until(download.text())).toBe('aaa');
});

describe('a warning that open downloads hold all connections is logged', () => {
  test('once, when a call waits for one of them', async () => {
    const { care, open, warnings, idle } = await platform();
    const downloads = [await open(), await open(), await open()];
    expect(warnings).toEqual([]);
    const asked = [ask(care), ask(care)];
    await until(() => warnings.length > 0);
    expect(warnings).toHaveLength(1);
    for (const download of downloads) await download.cancel();
    for (const call of asked) expect((await call).data).toBe(1);
    await until(idle);
    expect(warnings).toHaveLength(1);
  });

  test('again, when a call waits after one of them ended and another was opened', async () => {
    const { care, open, warnings } = await platform();
    const downloads = [await open(), await open(), await open()];
    const first = ask(care);
    await until(() => warnings.length === 1);
    await downloads.pop()?.cancel();
    await first;
    downloads.push(await open());
    const second = ask(care);
    await until(() => warnings.length === 2);
    for (const download of downloads) await download.cancel();
    expect((await second).data).toBe(1);
  });

  test('when a download takes the last connection while a call waits already', async () => {
    let serve: () => void = () => undefined;
    const from = new Promise<void>((resolve) => {
      serve = resolve;
    });
    const { care, open, warnings } = await platform({ from });
    const opening = [open(), open(), open()];
    await until(() => care.throttle.stats().running === 3);
    const asked = ask(care);
    await until(() => care.throttle.stats().queued === 1);
    expect(warnings).toEqual([]);
    serve();
    const downloads = await Promise.all(opening);
    await until(() => warnings.length === 1);
    for (const download of downloads) await download.cancel();
    expect((await asked).data).toBe(1);
  });
});
