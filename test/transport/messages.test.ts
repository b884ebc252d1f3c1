import type { CareError, Fetch } from 'care-platform';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectedTo } from '../support/answering-fetch.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';

const throttle = new OpenThrottle();

/** The error of a call that this `fetch` answers. */
async function requestFailure(fetch: Fetch): Promise<CareError> {
  const care = await connectedTo(fetch, { retry: 0, throttle });
  return failureOf(care.request({ url: 'c/8f31' }));
}

const who = 'GET request (/api/2/c/*)';
/** As the runtimes' `fetch` fails: the reason within. */
const broken = (cause: unknown): Error => new TypeError('fetch failed', { cause });
const reason = (message: string, details: { code?: unknown; syscall?: string } = {}): Error =>
  Object.assign(new Error(message), details);
const refused = reason('connect ECONNREFUSED 127.0.0.1:9', { code: 'ECONNREFUSED', syscall: 'connect' });
const unanswered = (thrown: unknown) => requestFailure(() => Promise.reject(thrown));

const notConnected =
  'Nothing accepts connections at care.example, or at the proxy where one is set (connect ECONNREFUSED 127.0.0.1:9): ' +
  'check `baseUrl`; behind a proxy, see that it is used: Node uses `HTTPS_PROXY` with `NODE_USE_ENV_PROXY=1` only. ' +
  'It did not arrive.';

describe('of a call that got no answer, the message says', () => {
  test.each<[string, unknown, string]>([
    ['what the system says, and that it did not arrive', broken(refused), notConnected],
    [
      'what the system says of the first of several addresses',
      broken(Object.assign(new AggregateError([refused], 'all failed'), { code: 'ECONNREFUSED' })),
      notConnected,
    ],
    [
      'what undici says',
      broken(reason('other side closed', { code: 'UND_ERR_SOCKET' })),
      'other side closed (UND_ERR_SOCKET). It may have arrived.',
    ],
    [
      'only the code of what could say anything',
      broken(reason('the body was Fenna', { code: 'E_ODD' })),
      'The connection failed (E_ODD). It may have arrived.',
    ],
    [
      'no code that is none',
      broken(reason('the body was Fenna', { code: 'Fenna Voorbeeld' })),
      'The connection failed. It may have arrived.',
    ],
    [
      'nothing of what is unknown',
      broken(reason('the body was Fenna', { code: 7 })),
      'The connection failed. It may have arrived.',
    ],
    ['so much of what is no error at all', 'the body was Fenna', 'The connection failed. It may have arrived.'],
    [
      'what undici says of an address that takes no connection',
      broken(
        reason('Connect Timeout Error (attempted address: care.example:443)', { code: 'UND_ERR_CONNECT_TIMEOUT' }),
      ),
      notConnected.replace(
        'connect ECONNREFUSED 127.0.0.1:9',
        'Connect Timeout Error (attempted address: care.example:443)',
      ),
    ],
    ['what was wrapped three times', broken(broken(broken(refused))), notConnected],
  ])('%s', async (_, thrown, told) => {
    expect((await unanswered(thrown)).message).toBe(`${who} got no answer. ${told}`);
  });

  test('as much of a cause that is its own', async () => {
    const circle = reason('round');
    circle.cause = circle;
    expect((await unanswered(circle)).message).toBe(
      `${who} got no answer. The connection failed. It may have arrived.`,
    );
  });
});

test('of a call that got no answer, a page that cannot load the part that knows why tells so much', async () => {
  const part = '../../src/transport/connection-cause.js';
  vi.doMock(part, () => {
    throw new Error('gone');
  });
  onTestFinished(() => void vi.doUnmock(part));
  expect(await unanswered(broken(refused))).toMatchObject({
    message: `${who} got no answer. The connection failed. It may have arrived.`,
    code: 'ECONNREFUSED',
    mayHaveArrived: true,
  });
});

/** What tells of a request that never left where it stands at the beginning, or at the end. */
const signs =
  'bad port, UNABLE_TO_VERIFY_LEAF DEPTH_ZERO_SELF_SIGNED CERT_HAS_EXPIRED HOSTNAME_MISMATCH ALERT_UNKNOWN_CA WRONG_VERSION_NUMBER HANDSHAKE ENOTFOUND ECONNREFUSED UND_ERR_PRX_CONN and more';

describe('what failed before the request was sent', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'ConnectionRefused',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_REFUSED',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
  ])('did not arrive: %s', async (code) => {
    expect(await unanswered(broken(reason('', { code })))).toMatchObject({ code, mayHaveArrived: false });
  });

  test.each(['connect', 'getaddrinfo'])('did not arrive: whatever came of the system’s %s', async (syscall) => {
    expect(await unanswered(broken(reason('', { code: 'ETIMEDOUT', syscall })))).toMatchObject({
      mayHaveArrived: false,
    });
  });

  test.each(['Client network socket disconnected before secure TLS connection was established', 'bad port'])(
    'did not arrive, by its words: %s',
    async (words) => {
      expect(await unanswered(broken(reason(words)))).toMatchObject({ mayHaveArrived: false });
      expect(await unanswered(broken(reason(words, { code: 'ECONNRESET' })))).toMatchObject({ mayHaveArrived: false });
    },
  );

  test.each([
    'ECONNRESET',
    'NOT_ENOTFOUND',
    'ENOTFOUND_LATER',
    'EPIPE',
    'UND_ERR_SOCKET',
    'NOT_UND_ERR_PRX_CONN',
    'UND_ERR_PRX_CONN_LATER',
  ])('is not all that fails: %s', async (code) => {
    expect(await unanswered(broken(reason(signs, { code })))).toMatchObject({
      mayHaveArrived: true,
    });
  });
});

describe('of an answer that broke off, the message says', () => {
  const breaking = (thrown: unknown) =>
    requestFailure(async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(thrown) });
      return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
    });

  test.each<[string, unknown, string]>([
    ['the code', broken(reason('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })), ' (ECONNRESET)'],
    ['no more where there is none', new TypeError('the body was Fenna'), ''],
  ])('%s', async (_, thrown, code) => {
    const failure = await breaking(thrown);
    const told = `${who} was answered 200, but the connection broke before the end of the body${code}.`;
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', message: told, cutOff: true });
  });
});

test.each([
  [401, /^The token is missing, wrong or revoked, or its user is inactive\.$/],
  [403, /^The token is valid, but its user lacks/],
  [404, /^It does not exist, no longer exists,/],
  [405, /^The platform does not offer this method/],
  [406, /^The platform could not decode the body/],
  [409, /^$/],
  [418, /^$/],
  [429, /^Over 30 requests a second or 20 connections/],
  [500, /^The platform or a gateway before it failed;/],
  [599, /^The platform or a gateway before it failed;/],
])('an error answer (%i) is told with the platform’s words, and what they mean', async (status, meaning) => {
  const said = { code: status, message: 'No', extra: [{ name: 'email', message: 'Wrong.' }] };
  const { name, message } = await requestFailure(async () => Response.json(said, { status }));
  expect(name).not.toBe('InvalidInputError');
  const begins = `${who} was answered ${status}: No; email: Wrong.`;
  expect(message.slice(0, begins.length)).toBe(begins);
  expect(message.slice(begins.length).trim()).toMatch(meaning);
});

test.each([
  [{ message: '', extra: [{ name: 'email', message: 'Wrong.' }] }, ': email: Wrong.'],
  [{ message: 'No.', extra: [] }, ': No.'],
  [{ message: 'No' }, ': No.'],
  [{}, '.'],
])('of an error answer nothing is told that is not there: %j', async (said, told) => {
  const { message } = await requestFailure(async () => Response.json(said, { status: 418 }));
  expect(message).toBe(`${who} was answered 418${told}`);
});

const tooLong = 'word '.repeat(100);
test.each<[string, number, string]>([
  ['<p><title lang="en">Bad\n gateway </title>Fenna</p>', 418, ': Bad gateway.'],
  [`<p>${'x'.repeat(10_000)}</p><title>Fenna</title>`, 418, '.'],
  [JSON.stringify({ message: tooLong }), 418, `: ${tooLong.slice(0, 200)}….`],
  [JSON.stringify({ message: ` ${tooLong.slice(0, 199)}x ` }), 418, `: ${tooLong.slice(0, 199)}x.`],
  [JSON.stringify({ message: 'No.', extra: [{ name: 'email', message: 5 }] }), 418, ': No.'],
])('of the body of an error answer so much is told: %.20s', async (body, status, told) => {
  const { message } = await requestFailure(async () => new Response(body, { status }));
  expect(message).toBe(`${who} was answered ${status}${told}`);
});
