import { describe, expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';

/** A connection whose `fetch` returns bare objects, as fetches of other platforms do. */
async function connectedToBare(members: object, type = 'application/json') {
  const throttle = new OpenThrottle();
  const response = { status: 200, headers: new Headers({ 'content-type': type }), ...members };
  return { throttle, care: await connectedTo(async () => response as never, { throttle, retry: 0 }) };
}

describe('a response of a `fetch` of one’s own without a body, and without a method to read it,', () => {
  test.each([204, 205])('is empty if its status is %i', async (status) => {
    const { care } = await connectedToBare({ status });
    expect(await care.request({ url: 'x' })).toMatchObject({ status, data: undefined });
  });

  test.each([404, 503])('is an error if its status is %i', async (status) => {
    const { care, throttle } = await connectedToBare({ status });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ status });
    expect(throttle.running).toBe(0);
  });

  test('fails if its status is 200', async () => {
    const { care, throttle } = await connectedToBare({});
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(throttle.running).toBe(0);
  });
});

test('a body that was read already is an error that says so, also if it has methods', async () => {
  const { care } = await connectedToBare({ bodyUsed: true, text: async () => '{}' });
  expect(await failureOf(care.request({ url: 'x' }))).toHaveProperty('message', expect.stringContaining('clone()'));
});

test('a stream of Node is destroyed if its file is cancelled', async () => {
  const ended: string[] = [];
  const body = {
    destroy: () => void ended.push('destroy'),
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: Uint8Array.of(1) }),
      return: async () => void ended.push('return'),
    }),
  };
  const { care, throttle } = await connectedToBare({ body }, 'image/png');
  const download = await care.file({ url: `${baseUrl}/files/1` });
  await download.cancel();
  expect(ended).toEqual(['destroy', 'return']);
  expect(throttle.running).toBe(0);
});

describe('a file that comes as text alone', () => {
  const open = async (type: string) => {
    const { care } = await connectedToBare({ text: async () => 'a;b' }, type);
    return (await care.file({ url: `${baseUrl}/files/1` })).text();
  };

  test.each(['text/csv', 'application/json', 'application/ld+json', 'application/xml', 'application/csv'])(
    'can be read if its type is %s',
    async (type) => expect(await open(type)).toBe('a;b'),
  );

  test.each(['image/png', 'application/octet-stream', 'x-text/plain', 'x-application/json', 'application/jsonp', ''])(
    'fails if its type is %j',
    async (type) => {
      const failure = await failureOf(open(type));
      expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 200, cutOff: false });
    },
  );
});
