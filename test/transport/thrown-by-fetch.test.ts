import type { ConnectOptions, Fetch, FetchInit } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { bare, refusedAt, within } from '../support/thrown.js';
import { skipPauses } from '../support/virtual-time.js';

/** In a list: a promise that was thrown would be waited for. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => [error] as const,
  );

/** What this `fetch` throws at once is thrown at once. */
const connectedAsIs = (fetch: Fetch, options: Partial<ConnectOptions> = {}) =>
  connectedTo(fetch, {
    fetch: (url, init) => (url === baseUrl ? Promise.resolve(Response.json(applicationDocument())) : fetch(url, init)),
    ...options,
  });

const labelled = (message: string, details: object) => Object.assign(new Error(message), details);

/** What frameworks and wrappers throw where nothing is wrong with the network. */
const others: Record<string, unknown> = {
  'Next: a dynamic page': labelled(
    "Dynamic server usage: Route / couldn't be rendered statically because it used no-store fetch",
    { digest: 'DYNAMIC_SERVER_USAGE' },
  ),
  'Next: a page that is static': labelled('Route / could not be rendered: it used `fetch`', {
    code: 'NEXT_STATIC_GEN_BAILOUT',
  }),
  'Next: a redirect': labelled('NEXT_REDIRECT', { digest: 'NEXT_REDIRECT;replace;/login;307;' }),
  'Next: a TypeError with a digest': Object.assign(new TypeError('fetch failed'), {
    digest: 'HANGING_PROMISE_REJECTION',
  }),
  'Next: a code beside a name of the network': labelled('connect', { code: 'NEXT_BAILOUT', name: 'AbortError' }),
  'Node: a call with wrong arguments': labelled('boom', { code: 'ERR_INVALID_ARG_TYPE' }),
  'a wrapper: a name without a message': { name: 'NetworkError' },
  'React: a promise to wait for': Promise.resolve('later'),
  'React: a postponed part': { $$typeof: Symbol.for('react.postpone'), message: 'postponed by the network' },
  'a router: a response': new Response(null, { status: 302 }),
  'a wrapper: its own refusal': new Error('Not signed in.'),
  'a wrapper: a class of its own': new (class SessionExpired extends Error {})('expired'),
  'a wrapper: a mistake in it': new TypeError('init.headers.get is not a function'),
  'a wrapper: another mistake in it': new TypeError("Cannot read properties of undefined (reading 'token')"),
  'a wrapper: a name that is missing': new ReferenceError('tracer is not defined'),
  'Workers: too many requests': new Error('Too many subrequests.'),
};

describe('an error of the given `fetch` that is no network failure comes out unchanged, after one attempt', () => {
  for (const [what, thrown] of Object.entries(others)) {
    test.each([
      ['as a rejection', () => Promise.reject(thrown)],
      [
        'at once',
        () => {
          throw thrown;
        },
      ],
    ] as const)(`${what}, %s`, async (_, throwIt) => {
      const throttle = new OpenThrottle();
      let asked = 0;
      const care = await connectedAsIs(
        () => {
          asked++;
          return throwIt();
        },
        { throttle },
      );
      expect((await failureOf(care.request({ url: 'x' })))[0]).toBe(thrown);
      expect((await failureOf(care.request({ method: 'POST', url: 'x' })))[0]).toBe(thrown);
      expect(asked).toBe(2);
      expect(throttle.running).toBe(0);
      expect(throttle.refusals).toEqual([]);
    });
  }

  test('also if it is a mistake of a `fetch` that throws it before it sends', async () => {
    const mistake = new TypeError('of a kind that is not known');
    const care = await connectedAsIs(() => {
      throw mistake;
    });
    expect((await failureOf(care.request({ url: 'x' })))[0]).toBe(mistake);
  });

  test('is named by its class in hooks and log, not by its message', async () => {
    const ended: unknown[] = [];
    const lines: string[] = [];
    const thrown = new RangeError('Fenna Voorbeeld');
    const care = await connectedTo(() => Promise.reject(thrown), {
      hooks: { afterResponse: ({ error }) => ended.push(error) },
      logger: { warn: (line) => lines.push(line), debug: (line) => lines.push(line) },
    });
    expect((await failureOf(care.request({ url: 'x' })))[0]).toBe(thrown);
    expect(ended.at(-1)).toBe('RangeError');
    expect(lines.join()).not.toContain('Fenna');
  });
});

describe('a failure of the network is one, whatever throws it', () => {
  test.each<[string, unknown]>([
    ['Node', within('other side closed', { code: 'UND_ERR_SOCKET' })],
    ['Node, of a refused connection', refusedAt(443)],
    ['Bun', bare('Unable to connect.', 'ConnectionRefused')],
    ['Node, by its code alone', labelled('boom', { code: 'ECONNRESET' })],
    ['Node, by the code of a cause', new Error('boom', { cause: labelled('boom', { code: 'HPE_INVALID' }) })],
    ['Bun, by its code alone', labelled('boom', { code: 'ConnectionRefused' })],
    ['a wrapper, by its name alone', labelled('boom', { name: 'SocketError' })],
    ['a wrapper, by the message of a cause', new Error('boom', { cause: new Error('hang up') })],
    ['Chromium', new TypeError('Failed to fetch')],
    ['Safari', new TypeError('Load failed')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['React Native', new TypeError('Network request failed')],
    ['Workers', new Error('Network connection lost.')],
    ['Electron', new Error('net::ERR_CONNECTION_RESET')],
    ['node-fetch', labelled('request to https://care.example failed', { name: 'FetchError', type: 'system' })],
    ['a wrapper with a time limit of its own', new DOMException('The operation timed out.', 'TimeoutError')],
    ['a wrapper over sockets', labelled('socket hang up', { code: 'ECONNRESET' })],
    ['something that throws a text', 'error sending request'],
  ])('%s', async (_, thrown) => {
    skipPauses();
    let asked = 0;
    const care = await connectedTo(() => {
      asked++;
      return Promise.reject(thrown);
    });
    expect((await failureOf(care.request({ url: 'x' })))[0]).toMatchObject({ name: 'ConnectionError' });
    expect(asked).toBe(3);
  });
});

describe('a `fetch` that refuses a field of its options', () => {
  /** As workerd does before the compatibility date 2024-11-11; records what it was asked with and did not refuse. */
  function refusing(refusals: Readonly<Record<string, Error>>, isAtOnce = false) {
    let refused = 0;
    const sent: FetchInit[] = [];
    const fetch: Fetch = (_, init) => {
      const field = Object.keys(refusals).find((name) => name in init);
      if (field === undefined) {
        sent.push(init);
        return Promise.resolve(Response.json(1));
      }
      refused++;
      if (isAtOnce) throw refusals[field];
      return Promise.reject(refusals[field]);
    };
    return { fetch, sent, refused: () => refused };
  }
  const cache = new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");

  test.each([
    ['as a rejection', false, { cache }],
    ['at once', true, { cache }],
    ['by its value', false, { cache: new TypeError('Unsupported cache mode: no-store') }],
    [
      'and others with it',
      false,
      {
        cache,
        credentials: new Error("The 'credentials' field on 'RequestInitializerDict' is not implemented."),
        referrerPolicy: new Error("The 'referrerPolicy' field on 'RequestInitializerDict' is not implemented."),
      },
    ],
  ])('is asked without it, once for all calls: %s', async (_, isAtOnce, refusals) => {
    const { fetch, sent, refused } = refusing(refusals, isAtOnce);
    const care = await connectedAsIs(fetch, { retry: 0 });
    expect(await care.request({ method: 'POST', url: 'x', body: { a: 1 } })).toMatchObject({ data: 1, attempts: 1 });
    expect(await care.request({ url: 'x' })).toMatchObject({ data: 1, attempts: 1 });
    expect(refused()).toBe(Object.keys(refusals).length);
    expect(sent).toHaveLength(2);
    for (const init of sent) {
      expect(Object.keys(init)).toEqual(expect.arrayContaining(['method', 'headers', 'signal', 'redirect']));
      for (const field of Object.keys(refusals)) expect(init).not.toHaveProperty(field);
    }
  });

  test('other than those that it can do without fails', async () => {
    const redirect = new Error("The 'redirect' field on 'RequestInitializerDict' is not implemented.");
    const { fetch, refused } = refusing({ redirect });
    const care = await connectedAsIs(fetch);
    expect((await failureOf(care.request({ url: 'x' })))[0]).toBe(redirect);
    expect(refused()).toBe(1);
  });
});
