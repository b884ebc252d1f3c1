import { describe, expect, test, vi } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { connectedTo } from '../support/scripted-fetch.js';

const plain = new TextEncoder().encode('client;7919\r\n'.repeat(500));

test('a file longer than it should be is not read on', async () => {
  let pulled = 0;
  const care = await connectedTo(
    async () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              pulled++;
              controller.enqueue(new Uint8Array(100_000));
            },
          },
          { highWaterMark: 0 },
        ),
        { headers: { 'content-length': '150000' } },
      ),
    { retry: 0 },
  );
  const download = await care.file({ url: `${baseUrl}/files/1` });
  await expect(download.bytes()).rejects.toMatchObject({ name: 'UnexpectedResponseError', cutOff: true });
  expect(pulled).toBe(2);
});

describe('a file longer than its reference says', () => {
  const opened = async (size: number, headers: Record<string, string> = {}) => {
    const warn = vi.fn();
    const care = await connectedTo(async () => new Response(plain, { headers }), { retry: 0, logger: { warn } });
    const download = await care.file({ url: `${baseUrl}/files/1`, size });
    expect(await download.bytes()).toEqual(plain);
    return warn;
  };

  test('may have been replaced, and is logged', async () => {
    expect(await opened(345)).toHaveBeenCalledOnce();
  });

  test('has been replaced if its headers confirm its length', async () => {
    expect(await opened(345, { 'content-length': String(plain.length) })).not.toHaveBeenCalled();
  });
});
