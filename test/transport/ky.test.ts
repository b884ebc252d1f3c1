import { expect, test, vi } from 'vitest';
import { applicationDocument, baseUrl, labelDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';

type Gate = (request: Request) => Promise<Response>;
interface KyOptions {
  fetch: Gate;
  retry: { shouldRetry?: () => Promise<boolean> };
}

const made: Request[] = [];
let given: KyOptions | undefined;
let mayAsk = true;

// The real ky, with a look at what it makes and asks.
vi.doMock('ky', async (importOriginal) => {
  const { default: ky } = await importOriginal<typeof import('ky')>();
  const watched = (api: typeof ky) => (url: string, options: KyOptions) => {
    given = options;
    const fetch: Gate = (request) => {
      made.push(request);
      return options.fetch(request);
    };
    const retry = mayAsk ? options.retry : {};
    return api(url, { ...options, fetch: (request) => fetch(request as Request), retry });
  };
  return { default: { create: (defaults: object) => watched(ky.create(defaults)) } };
});

async function connectWith(respond: () => Response) {
  const { connect } = await import('care-platform');
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: unknown) => {
    sent.push(request);
    return sent.length === 1 ? Response.json(applicationDocument()) : respond();
  });
  const care = await connect({ baseUrl, token: 'x', retry: 1 });
  return { care, sent };
}

test('the global `fetch` sends the request that ky made', async () => {
  made.length = 0;
  const { care, sent } = await connectWith(() => Response.json(labelDocument('1')));
  await care.label({ identifier: '1' });
  expect(made).toHaveLength(2);
  expect(sent).toEqual(made.map((request) => expect.toSatisfy((other) => other === request)));
});

test('ky retries, and does not if it may not ask for our policy', async () => {
  const { care, sent } = await connectWith(() => Response.json({ code: 429, message: 'Too many' }, { status: 503 }));
  const retried = failureOf(care.request({ url: 'x' }));
  expect(await retried).toMatchObject({ name: 'ServerError', attempts: 2 });
  mayAsk = false;
  expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'ServerError', attempts: 1 });
  mayAsk = true;
  expect(sent).toHaveLength(4);
});

test('the options of ky, which outlive a call, lead to it no longer', async () => {
  const { care, sent } = await connectWith(() => Response.json(labelDocument('1')));
  await care.label({ identifier: '1' });
  expect(await given?.fetch(new Request(baseUrl))).toBeUndefined();
  expect(await given?.retry.shouldRetry?.()).toBeUndefined();
  expect(sent).toHaveLength(2);
});
