import type { AttemptEnd } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

test('a deadline that is up between two requests of one call sends the second no more', async () => {
  const time = virtualTime();
  const { fetch, asked } = byPath({ '/c/1': () => Response.json(clientDocument('1')) });
  const afterResponse = ({ method }: AttemptEnd) => {
    if (method === 'PATCH') time.oversleep(60_000);
  };
  const care = await connectedTo(fetch, { hooks: { afterResponse } });
  const client = await care.client({ url: `${baseUrl}/c/1` });
  asked.length = 0;
  const update = client.update({ first_name: 'Fem' }, { reread: true, deadline: 30_000 });
  await expect(update).rejects.toMatchObject({ name: 'TimeoutError', waitedFor: 'call', attempts: 0 });
  expect(asked).toEqual(['PATCH /c/1']);
});

test('a download that has begun goes on past its deadline', async () => {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const document = exportJobDocument(
    { state: 'completed', completed: '2024-07-01T10:05:00' },
    { download: '/export/j1/download' },
  );
  const { fetch } = byPath({
    '/export/j1': () => Response.json(document),
    '/export/j1/download': () => new Response(body.readable),
  });
  const care = await connectedTo(fetch);
  const job = await care.exportJob(`${baseUrl}/export/j1`);
  const time = virtualTime();
  const text = (await job.download({ deadline: 30_000, timeout: 20_000 })).text();
  const writer = body.writable.getWriter();
  for (const part of ['a', 'b', 'c']) {
    await time.advance(15_000);
    await writer.write(new TextEncoder().encode(part));
  }
  await writer.close();
  expect(await text).toBe('abc');
});

test('an abort that comes with a 401 is not kept waiting by the source of tokens', async () => {
  const stop = new AbortController();
  let asked = 0;
  const care = await connectedTo(async () => Response.json({ code: 401 }, { status: 401 }), {
    token: () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined)),
    hooks: { afterResponse: ({ status }) => void (status === 401 && stop.abort('enough')) },
  });
  await expect(care.request({ url: 'x' }, { signal: stop.signal })).rejects.toBe('enough');
});
