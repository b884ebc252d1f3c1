import { type ConnectOptions, connect } from 'care-platform';
import { expect, test, vi } from 'vitest';
import { applicationDocument, baseUrl } from './support/documents.js';
import { messageList, type Provocations } from './support/message-list.js';
import { json, page, scriptedPlatform } from './support/platform.js';
import { expectNoToken, token } from './support/secrets.js';

const platform = scriptedPlatform();

/** As a program in JavaScript calls it. */
const refused = (options: { readonly [Option in keyof ConnectOptions]?: unknown }) => () =>
  connect({ baseUrl, token, ...options } as ConnectOptions);
const inPage = (options: Partial<ConnectOptions>, inNode: boolean) => () => {
  vi.stubGlobal('document', {});
  if (!inNode) vi.stubGlobal('process', { env: {}, versions: {} });
  return connect({ baseUrl, token, ...options }).finally(() => vi.unstubAllGlobals());
};
/** With headers that a gateway asks for. Names and secrets never go into a message. */
const header = (name: string, value: unknown) => refused({ headers: { [name]: value } });
const responded =
  (...[response]: Parameters<typeof json>) =>
  () => {
    platform.on('GET', '', json(response));
    return connect({ baseUrl, token, throttle: platform.throttle });
  };

const urls: Provocations = {
  'no base URL': refused({ baseUrl: undefined }),
  'a base URL that is null': refused({ baseUrl: null }),
  'an empty base URL': refused({ baseUrl: '' }),
  'a base URL without a protocol': refused({ baseUrl: 'care.example' }),
  'a base URL with a password': refused({ baseUrl: `https://user:${token}@care.example/api/2` }),
  'a base URL of http': refused({ baseUrl: 'http://care.example/api/2' }),
  'a base URL of http with the address of this machine in its name': refused({ baseUrl: 'http://x127.0.0.1.example' }),
  'a base URL of another version': refused({ baseUrl: 'https://care.example/api/3' }),
  'a base URL of a version with two digits': refused({ baseUrl: 'https://care.example/api/12/' }),
  'a base URL of a version that is no number': refused({ baseUrl: `https://care.example/api/${token}` }),
  'a base URL of a version that begins with a digit': refused({ baseUrl: 'https://care.example/api/2b' }),
  'a base URL of a version that ends with a digit': refused({ baseUrl: 'https://care.example/api/v2' }),
};

const tokens: Provocations = {
  'no token': refused({ token: undefined }),
  'an empty token': refused({ token: '' }),
  'a token that is a number': refused({ token: 41 }),
  'a token with a space within': refused({ token: `${token} ${token}` }),
  'the token of an API user in a browser': inPage({}, false),
  'the token of an API user in a page that Node simulates': inPage({}, true),
  'a simulated page in a browser': inPage({ simulatedPage: true }, false),
};

const options: Provocations = {
  'a timeout of 0': refused({ timeout: 0 }),
  'a deadline without end': refused({ deadline: Number.POSITIVE_INFINITY }),
  'a negative number of retries': refused({ retry: -1 }),
  'an unknown validation': refused({ validation: 'Lenient' }),
  'an unknown mapping of links': refused({ mapLink: 'Base' }),
  'a text for `fetch`': refused({ fetch: 'fetch' }),
  'a text for a throttle': refused({ throttle: 'none' }),
  'a signal that is no AbortSignal': refused({ signal: new AbortController() }),
};

const headers: Provocations = {
  'headers in a browser': inPage({ headers: { 'X-Key': token }, tokenKind: 'user' }, false),
  'a user agent in a browser': inPage({ userAgent: 'Portal/1', tokenKind: 'user' }, false),
  'a name that no header can have': header(`X ${token}`, '1'),
  'a user agent as a header': header('User-Agent', 'Nightly/1.0'),
  'a header of this package': header('Authorization', token),
  'a header twice': refused({ headers: { 'X-Key': token, 'x-key': token } }),
  'a header without a value': header('X-Key', undefined),
  'a header with a line break': header('X-Key', `${token}\n`),
  'a user agent that is no ASCII': refused({ userAgent: 'Pörtal' }),
};

test('the messages of `connect` read as in connect-messages.txt, and never hold the token', async () => {
  const list = await messageList({
    'Base URLs that are refused': urls,
    'Tokens that are refused': tokens,
    'Options that are refused': options,
    'Headers that are refused': headers,
    'Responses that are not from the platform': {
      'a document of something else': responded({ '@type': 'https://other.example/ns/catalogue' }),
      'a page': () => {
        platform.on('GET', '', page('<title>Sign in</title>'));
        return connect({ baseUrl, token, throttle: platform.throttle });
      },
      'an application that is not as documented': responded({ ...applicationDocument(), name: 5 }),
    },
  });
  expectNoToken(list);
  await expect(list).toMatchFileSnapshot('connect-messages.txt');
});
