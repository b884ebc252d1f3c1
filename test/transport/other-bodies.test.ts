import { Readable } from 'node:stream';
import { isCareError } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument, labelDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

interface Content {
  readonly bytes: Uint8Array;
  readonly status: number;
  readonly headers: Headers;
}

const head = ({ status, headers }: Content) => ({ ok: status < 300, status, headers });
const buffer = ({ bytes }: Content) => bytes.slice().buffer;
const decoded = ({ bytes }: Content) => new TextDecoder().decode(bytes);
const halves = ({ bytes }: Content) => [bytes.slice(0, 7), bytes.slice(7)].filter(({ length }) => length > 0);

/** Responses as other ways to ask give them. */
const kinds = {
  'node-fetch, a stream of Node': (content: Content) => ({
    ...head(content),
    body: Readable.from(halves(content).map((half) => Buffer.from(half))),
    bodyUsed: false,
  }),
  'an async iterable': (content: Content) => ({
    ...head(content),
    body: (async function* () {
      yield* halves(content);
    })(),
  }),
  'a stream of texts': (content: Content) => ({
    ...head(content),
    body: Readable.from([decoded(content)]).setEncoding('utf8'),
  }),
  'an object without `ok`': ({ status, headers, bytes }: Content) => ({
    status,
    headers,
    arrayBuffer: async () => bytes.slice().buffer,
  }),
  'a `body` that throws, with `arrayBuffer`': (content: Content) => ({
    ...head(content),
    get body(): never {
      throw new TypeError('There are no streams here.');
    },
    arrayBuffer: async () => buffer(content),
  }),
  '`arrayBuffer`': (content: Content) => ({ ...head(content), arrayBuffer: async () => buffer(content) }),
  'React Native, `arrayBuffer` and `text` without a body': (content: Content) => ({
    ...head(content),
    bodyUsed: false,
    arrayBuffer: async () => buffer(content),
    text: async () => decoded(content),
  }),
} as const;

/** Of these a picture cannot be read. */
const texts = {
  '`text` alone': (content: Content) => ({ ...head(content), text: async () => decoded(content) }),
  'React Native before its `arrayBuffer` worked': (content: Content) => {
    const response = {
      ...head(content),
      arrayBuffer: () => Promise.reject(new Error('FileReader.readAsArrayBuffer is not implemented')),
      text: async () => decoded(content),
      clone: () => response,
    };
    return response;
  },
} as const;

const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0, 1, 2, 3);
const json = (document: unknown, status = 200) => ({
  bytes: new TextEncoder().encode(JSON.stringify(document)),
  status,
  headers: new Headers({ 'content-type': 'application/json;charset=UTF-8' }),
});

async function platform(respond: (content: Content) => object) {
  const throttle = new OpenThrottle();
  const care = await connectedTo(
    async (url, { method }) => {
      const content = (): Content => {
        if (url.endsWith('/c/1')) return json(clientDocument('1', { last_name: 'Zoë' }));
        if (url.endsWith('/labels')) return json(labelDocument('1', { label: 'Zoë' }), 201);
        if (url.endsWith('/none')) return { bytes: new Uint8Array(0), status: 204, headers: new Headers() };
        if (url.endsWith('/text')) {
          const bytes = new TextEncoder().encode('é,€');
          return { bytes, status: 200, headers: new Headers({ 'content-type': 'text/csv;charset=iso-8859-15' }) };
        }
        if (url.endsWith('/picture'))
          return { bytes: picture, status: 200, headers: new Headers({ 'content-type': 'image/png' }) };
        return json({ code: 404, message: 'No such thing.' }, 404);
      };
      expect(method).toMatch(/GET|POST/);
      return respond(content()) as Response;
    },
    { throttle, retry: 0 },
  );
  return { care, throttle };
}

describe.each(Object.entries({ ...kinds, ...texts }))('a `fetch` whose bodies are of the kind: %s', (_, respond) => {
  test('gives JSON, errors and responses without a body', async () => {
    const { care, throttle } = await platform(respond);
    expect((await care.client({ url: `${baseUrl}/c/1` })).data.last_name).toBe('Zoë');
    expect(await failureOf(care.request({ url: 'missing' }))).toMatchObject({
      name: 'NotFoundError',
      reason: 'No such thing.',
    });
    expect(await care.request({ url: 'none' })).toMatchObject({ status: 204, data: undefined });
    expect(throttle.running).toBe(0);
  });

  test('reports that a label was created', async () => {
    const { care } = await platform(respond);
    expect((await care.createLabel('Zoë')).data.label).toBe('Zoë');
  });
});

describe.each(Object.entries(kinds))('a `fetch` whose bodies are of the kind: %s', (kind, respond) => {
  test.runIf(kind !== 'a stream of texts')('gives the bytes of a file', async () => {
    const { care, throttle } = await platform(respond);
    expect(await (await care.file({ url: `${baseUrl}/picture` })).bytes()).toEqual(picture);
    const pieces: number[] = [];
    for await (const piece of await care.file({ url: `${baseUrl}/picture` })) pieces.push(...piece);
    expect(pieces).toEqual([...picture]);
    expect(throttle.running).toBe(0);
  });

  test('gives the place of a file back that is cancelled', async () => {
    const { care, throttle } = await platform(respond);
    const download = await care.file({ url: `${baseUrl}/picture` });
    await download.cancel();
    expect(throttle.running).toBe(0);
  });
});

describe.each(Object.entries(texts))('a `fetch` whose bodies are of the kind: %s', (_, respond) => {
  test('rejects for a picture, and gives its connection back', async () => {
    const { care, throttle } = await platform(respond);
    const reading = async () => (await care.file({ url: `${baseUrl}/picture` })).bytes();
    expect(await failureOf(reading())).toMatchObject({ name: 'UnexpectedResponseError', cutOff: false });
    expect(throttle.running).toBe(0);
  });
});

test('a file that comes as text is that text, whatever charset it names', async () => {
  const { care } = await platform(texts['`text` alone']);
  expect(await (await care.file({ url: `${baseUrl}/text` })).text()).toBe('é,€');
});

test('a body of node-fetch that is not read is destroyed', async () => {
  const destroyed = vi.fn();
  const { care } = await platform((content) => {
    const body = new Readable({ read: () => undefined });
    body.on('close', destroyed);
    return { ...head(content), body };
  });
  const download = await care.file({ url: `${baseUrl}/picture` });
  await download.cancel();
  await expect.poll(() => destroyed).toHaveBeenCalledOnce();
  await expect(care.client({ url: `${baseUrl}/c/1` }, { timeout: 20 })).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect.poll(() => destroyed).toHaveBeenCalledTimes(2);
});

const unusable: Record<string, (content: Content) => object> = {
  'a body that was read already': (content) => ({ ...head(content), bodyUsed: true, body: new ReadableStream() }),
  'a body that is locked': (content) => {
    const body = new ReadableStream();
    body.getReader();
    return { ...head(content), body };
  },
  'no way to read it': (content) => head(content),
  'a way that is none of ours': (content) => ({ ...head(content), json: async () => JSON.parse(decoded(content)) }),
  'a body of an unknown kind': (content) => ({ ...head(content), body: 7 }),
  'a stream of objects': (content) => ({ ...head(content), body: Readable.from([{ a: 1 }]) }),
};

describe.each(Object.entries(unusable))('a response with %s', (_, respond) => {
  test('a GET fails after one attempt, with an error of this package', async () => {
    const throttle = new OpenThrottle();
    let asked = 0;
    const care = await connectedTo(
      async () => {
        asked++;
        return respond(json({ '@type': 'x' })) as Response;
      },
      { throttle },
    );
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({
      name: 'UnexpectedResponseError',
      status: 200,
      cutOff: false,
    });
    expect(asked).toBe(1);
    expect(throttle.running).toBe(0);
  });

  test('a file fails with an error of this package, and gives its place back', async () => {
    const { care, throttle } = await platform(respond);
    const reading = async () => (await care.file({ url: `${baseUrl}/picture` })).bytes();
    expect(isCareError(await failureOf(reading()), 'UnexpectedResponseError')).toBe(true);
    expect(throttle.running).toBe(0);
  });

  test('an error is that of its status', async () => {
    const { care, throttle } = await platform(respond);
    expect(await failureOf(care.request({ url: 'missing' }))).toMatchObject({ name: 'NotFoundError' });
    expect(throttle.running).toBe(0);
  });

  test('the outcome of a write is unknown', async () => {
    const { care, throttle } = await platform(respond);
    expect(await failureOf(care.request({ method: 'POST', url: 'labels' }))).toMatchObject({
      name: 'OutcomeUnknownError',
      cause: { name: 'UnexpectedResponseError', status: 201 },
    });
    expect(throttle.running).toBe(0);
  });
});

const isRevoked = () => {
  throw new Error('revoked');
};
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

test.each([
  ['nothing', () => undefined],
  ['null', () => null],
  ['a text', () => 'ok'],
  ['an object without headers', () => ({ ok: true, status: 200, json: async () => ({}) })],
  ['an object whose status throws', () => Object.defineProperty(new Response('{}'), 'status', { get: isRevoked })],
  ['an object whose headers throw', () => Object.defineProperty(new Response('{}'), 'headers', { get: isRevoked })],
  ['headers that throw', () => ({ status: 200, headers: { get: isRevoked } })],
  ['headers that are revoked', () => ({ status: 200, headers: revoked })],
])('a `fetch` that returns %s fails with an error of this package, and gives its place back', async (_, respond) => {
  const throttle = new OpenThrottle();
  const care = await connectedTo(async () => respond() as unknown as Response, { throttle });
  expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError', attempts: 1 });
  expect(await failureOf(care.request({ method: 'POST', url: 'x' }))).toMatchObject({ name: 'OutcomeUnknownError' });
  expect(throttle.running).toBe(0);
});
