import { Application, type ConnectOptions, connect, InputError, UnexpectedResponseError } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { applicationDocument, baseUrl, labelDocument, listDocument } from './support/documents.js';
import { json, page, refusal, scriptedPlatform } from './support/platform.js';

const platform = scriptedPlatform();

async function refused(options: Partial<ConnectOptions> & object): Promise<string> {
  const failure = await connect({ baseUrl, token: 'x', ...options }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect(platform.seen).toHaveLength(0);
  expect((failure as InputError).problems).toHaveLength(1);
  return (failure as InputError).problems[0]?.name ?? '';
}

describe('connecting', () => {
  test('is one GET of the application root, which is the entry point', async () => {
    platform.on('GET', '', json(applicationDocument()));
    const care = await connect({ baseUrl, token: 'x' });
    expect(platform.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${baseUrl}`]);
    expect(care.data).toEqual({ name: 'Care example', mode: null, warning: null, web_url: 'https://care.example' });
    expect(care.url).toBe(baseUrl);
    care.close();
  });

  test.each([
    ['https://care.example'],
    ['https://care.example/'],
    ['https://care.example/api/2'],
    ['https://care.example/api/2/'],
    ['https://care.example/api/2///'],
    ['https://care.example/api/2?pretty=1#x'],
    [new URL('https://care.example/api/2')],
    ['HTTPS://CARE.EXAMPLE:443/api/2'],
  ])('takes %s as base URL, and loses no part of it', async (given) => {
    const care = await platform.connect({ baseUrl: given });
    platform.on('GET', '/configuration/labels/1', json(labelDocument('1')));
    expect((await care.label({ identifier: '1' })).data.identifier).toBe('1');
  });

  test('takes a base URL below a path', async () => {
    const below = 'https://gw.example/care';
    platform.on('GET', `${below}/api/2`, json(applicationDocument({}, `${below}/api/2`)));
    platform.on('GET', `${below}/api/2/p/items`, json(listDocument([])));
    for (const given of [below, `${below}/`, `${below}/api/2`]) {
      const care = await platform.connect({ baseUrl: given });
      expect(await care.professionals().toArray()).toEqual([]);
      care.close();
    }
  });

  test.each([
    ['https://care.example/api/1'],
    ['https://care.example/api/3/'],
    ['care.example'],
    ['/api/2'],
    [''],
    ['ftp://care.example/api/2'],
    ['xhttps://care.example/api/2'],
    ['httpsx://care.example/api/2'],
    ['https://user:secret@care.example/api/2'],
    ['https://user@care.example/api/2'],
    ['https://:secret@care.example/api/2'],
    ['http://care.example/api/2'],
    ['http://127.evil.example/api/2'],
    ['http://127.0.0.1.evil.example/api/2'],
    ['http://a127.0.0.1.example/api/2'],
    ['http://localhost.evil.example/api/2'],
    ['http://notlocalhost/api/2'],
    ['http://10.0.0.1/api/2'],
    [undefined],
  ])('refuses %s as base URL', async (given) => {
    expect(await refused({ baseUrl: given as string })).toBe('baseUrl');
    expect(platform.seen).toEqual([]);
  });

  test.each([
    'http://localhost:1',
    'http://127.0.0.1:1',
    'http://127.8.8.8:1',
    'http://127.10.20.30:1',
    'http://[::1]:1',
    'http://care.localhost:1',
  ])('takes http on loopback (%s)', async (given) => {
    const fetch = async () => Response.json(applicationDocument({}, `${given}/api/2`));
    const care = await connect({ baseUrl: given, token: 'x', fetch });
    expect(care.data.name).toBe('Care example');
    care.close();
  });

  test('rejects a response that is no application root', async () => {
    platform.on('GET', '', json({ '@type': 'https://other.example/ns/catalogue' }));
    await expect(connect({ baseUrl, token: 'x' })).rejects.toBeInstanceOf(UnexpectedResponseError);
    platform.on('GET', '', page('<html>'));
    await expect(connect({ baseUrl, token: 'x' })).rejects.toBeInstanceOf(UnexpectedResponseError);
    platform.on('GET', '', refusal(401));
    await expect(connect({ baseUrl, token: 'x' })).rejects.toMatchObject({ name: 'UnauthorizedError' });
  });

  test('that failed leaves nothing behind', async () => {
    platform.on('GET', '', refusal(401), json(applicationDocument()));
    const throttle = { requestsPerSecond: 1 };
    await expect(connect({ baseUrl: 'https://left.example', token: 'a b', throttle })).rejects.toBeInstanceOf(
      InputError,
    );
    platform.on('GET', 'https://left.example/api/2', refusal(401), json(applicationDocument()));
    await expect(connect({ baseUrl: 'https://left.example', token: 'x', throttle })).rejects.toMatchObject({
      name: 'UnauthorizedError',
    });
    const care = await connect({ baseUrl: 'https://left.example', token: 'x', throttle: { requestsPerSecond: 20 } });
    expect(care.throttle.stats().requestsPerSecond).toBe(20);
    care.close();
  });
});

describe('the token', () => {
  test.each([undefined, '', null, 41, {}])('%s is refused', async (token) => {
    expect(await refused({ token: token as string })).toBe('token');
  });

  test('is not needed for an anonymous connection', async () => {
    platform.on('GET', '', json(applicationDocument()));
    const care = await connect({ baseUrl, token: undefined, anonymous: true });
    expect(platform.seen[0]?.headers.has('authorization')).toBe(false);
    care.close();
  });

  test('of an API user is refused in a browser, and so is one of an unstated kind', async () => {
    vi.stubGlobal('document', {});
    expect(await refused({})).toBe('tokenKind');
    expect(await refused({ tokenKind: 'apiUser' })).toBe('tokenKind');
    const care = await platform.connect({ tokenKind: 'user' });
    expect(care.data.name).toBe('Care example');
  });

  test.each(['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15'])(
    'of an API user is refused in a worker of a browser: %s',
    async (userAgent) => {
      vi.stubGlobal('WorkerGlobalScope', class {});
      vi.stubGlobal('navigator', { userAgent });
      expect(await refused({})).toBe('tokenKind');
      expect(await refused({ tokenKind: 'apiUser' })).toBe('tokenKind');
      (await platform.connect({ tokenKind: 'user' })).close();
    },
  );

  test.each(['Cloudflare-Workers', 'Deno/2.5.4', 'Bun/1.3.0', 'Node.js/24', undefined])(
    'of an API user is taken in a worker of a server: %s',
    async (userAgent) => {
      vi.stubGlobal('WorkerGlobalScope', class {});
      vi.stubGlobal('navigator', { userAgent });
      expect(await platform.connect({ tokenKind: 'apiUser' })).toBeInstanceOf(Application);
    },
  );

  test('of an API user is accepted if the page is declared as simulated, which a browser may not do', async () => {
    vi.stubGlobal('document', {});
    (await platform.connect({ simulatedPage: true })).close();
    const refusal = { problems: [{ name: 'tokenKind', message: expect.stringContaining('`simulatedPage: true`') }] };
    await expect(connect({ baseUrl, token: 'x' })).rejects.toMatchObject(refusal);

    vi.stubGlobal('process', { env: {}, versions: {} });
    expect(await refused({ simulatedPage: true })).toBe('simulatedPage');
    await expect(connect({ baseUrl, token: 'x' })).rejects.not.toMatchObject(refusal);
    expect(await refused({})).toBe('tokenKind');
  });

  test('of any kind is taken on a server', async () => {
    for (const tokenKind of ['user', 'apiUser'] as const) {
      expect(await platform.connect({ tokenKind })).toBeInstanceOf(Application);
    }
  });
});

test('a page of another origin goes at half the rate, since each of its requests costs a preflight', async () => {
  vi.stubGlobal('document', {});
  platform.on('GET', 'https://other.example/api/2', json(applicationDocument()));
  platform.on('GET', 'https://page.example/api/2', json(applicationDocument()));
  vi.stubGlobal('location', { origin: 'https://page.example' });
  const rate = async (origin: string) => {
    const care = await connect({ baseUrl: origin, token: 'x', tokenKind: 'user' });
    care.close();
    return care.throttle.stats().requestsPerSecond;
  };
  expect(await rate('https://other.example')).toBe(15);
  expect(await rate('https://page.example')).toBe(30);
});

describe('options that cannot be right are refused, and each is named:', () => {
  test.each<[string, object]>([
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: -1 }],
    ['timeout', { timeout: Number.POSITIVE_INFINITY }],
    ['timeout', { timeout: '100' }],
    ['deadline', { deadline: 0 }],
    ['deadline', { deadline: null }],
    ['retry', { retry: -1 }],
    ['retry', { retry: 1.5 }],
    ['retry', { retry: Number.NaN }],
    ['retry', { retry: true }],
    ['validation', { validation: 'Lenient' }],
    ['mapLink', { mapLink: 'Base' }],
    ['fetch', { fetch: 'fetch' }],
    ['throttle', { throttle: true }],
    ['throttle', { throttle: 'none' }],
    ['signal', { signal: null }],
    ['signal', { signal: new AbortController() }],
  ])('%s: %o', async (name, options) => {
    expect(await refused(options)).toBe(name);
  });
});

test('`globalThis.fetch` is read at each call, so one that is set later is used', async () => {
  const care = await platform.connect();
  const calls: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    calls.push(url);
    return Response.json(labelDocument('1'));
  });
  await care.label({ identifier: '1' });
  expect(calls).toEqual([`${baseUrl}/configuration/labels/1`]);
});
