import type { CareError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { refusedAt } from '../support/thrown.js';

const throttle = new OpenThrottle();

/** The error of a call whose `fetch` throws this. */
async function failureAfter(thrown: unknown): Promise<CareError> {
  const care = await connectedTo(() => Promise.reject(thrown), { retry: 0, throttle });
  return care.request({ url: 'c/8f31' }).then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as CareError,
  );
}

/** As the runtimes' `fetch` fails: the reason within. */
const broken = (cause: unknown): Error => new TypeError('fetch failed', { cause });
const reason = (message: string, details: { code?: unknown; syscall?: string } = {}): Error =>
  Object.assign(new Error(message), details);

test('a failure whose cause is itself is reported', async () => {
  const circle = new TypeError('fetch failed');
  circle.cause = circle;
  expect(await failureAfter(circle)).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
});

test.each([
  [
    'the first of several addresses',
    broken(Object.assign(new AggregateError([refusedAt(9).cause], 'all failed'), { code: 'ECONNREFUSED' })),
  ],
  ['a cause within three causes', broken(broken(refusedAt(9)))],
])('a refused connection is known from %s', async (_, thrown) => {
  expect(await failureAfter(thrown)).toMatchObject({ code: 'ECONNREFUSED', mayHaveArrived: false });
});

/** Words that show an unsent request only if they stand at the beginning, or at the end. */
const signs =
  'bad port, UNABLE_TO_VERIFY_LEAF DEPTH_ZERO_SELF_SIGNED CERT_HAS_EXPIRED HOSTNAME_MISMATCH ALERT_UNKNOWN_CA WRONG_VERSION_NUMBER HANDSHAKE ENOTFOUND ECONNREFUSED UND_ERR_PRX_CONN and more';

describe('a failure before the request was sent', () => {
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
    expect(await failureAfter(broken(reason('', { code })))).toMatchObject({ code, mayHaveArrived: false });
  });

  test.each(['connect', 'getaddrinfo'])('did not arrive, whatever the system’s %s gave', async (syscall) => {
    expect(await failureAfter(broken(reason('', { code: 'ETIMEDOUT', syscall })))).toMatchObject({
      mayHaveArrived: false,
    });
  });

  test.each(['Client network socket disconnected before secure TLS connection was established', 'bad port'])(
    'did not arrive: %s',
    async (words) => {
      expect(await failureAfter(broken(reason(words)))).toMatchObject({ mayHaveArrived: false });
      expect(await failureAfter(broken(reason(words, { code: 'ECONNRESET' })))).toMatchObject({
        mayHaveArrived: false,
      });
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
  ])('is not assumed for %s', async (code) => {
    expect(await failureAfter(broken(reason(signs, { code })))).toMatchObject({
      mayHaveArrived: true,
    });
  });
});
