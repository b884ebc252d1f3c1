import { describe, expect, test } from 'vitest';
import { scriptedPlatform } from '../support/platform.js';
import { bare, cancelled, deno, refusedAt, unknownHost, within } from '../support/thrown.js';

const platform = scriptedPlatform();

async function failure(thrown: unknown): Promise<{ message: string; code: unknown; mayHaveArrived: boolean }> {
  let connected = false;
  const care = await platform.connect({
    retry: 0,
    fetch: async (url, init) => {
      if (connected) throw thrown;
      return globalThis.fetch(url, init);
    },
  });
  connected = true;
  return care.request({ url: 'c/8f31' }).catch((error: unknown) => error) as ReturnType<typeof failure>;
}

const arrival = 'It did not arrive';

describe('what surely never left is told in the same words in every runtime:', () => {
  test.each<[string, string | undefined, string, readonly unknown[]]>([
    [
      'The certificate of care.example is of an authority that is not trusted here',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'NODE_EXTRA_CA_CERTS',
      [
        within('unable to verify', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
        bare('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
        deno('client error (Connect): invalid peer certificate: UnknownIssuer'),
      ],
    ],
    [
      'The certificate of care.example is of an authority that is not trusted here',
      'SELF_SIGNED_CERT_IN_CHAIN',
      '--use-system-ca',
      [within('self-signed certificate in chain', { code: 'SELF_SIGNED_CERT_IN_CHAIN' })],
    ],
    [
      'The certificate of care.example is signed by itself alone',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'if it is the right one',
      [
        bare('self signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
        deno('client error (Connect): invalid peer certificate: Other(OtherError(CaUsedAsEndEntity))'),
      ],
    ],
    [
      'The certificate of care.example has expired, or is not valid yet',
      'CERT_HAS_EXPIRED',
      'renewed',
      [
        within('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
        bare('certificate has expired', 'CERT_HAS_EXPIRED'),
        deno('client error (Connect): invalid peer certificate: certificate expired: verification time 1795832095'),
      ],
    ],
    [
      'The certificate that was shown is not for care.example',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'use a host name',
      [
        within('Hostname/IP does not match', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
        bare('ERR_TLS_CERT_ALTNAME_INVALID fetching "https://care.example/x".', 'ERR_TLS_CERT_ALTNAME_INVALID'),
        deno('client error (Connect): invalid peer certificate: certificate not valid for name "care.example"'),
      ],
    ],
    [
      'The certificate of care.example is not accepted',
      'CERT_REVOKED',
      arrival,
      [
        within('certificate revoked', { code: 'CERT_REVOKED' }),
        deno('client error (Connect): invalid peer certificate: BadSignature'),
      ],
    ],
    [
      'care.example asks for a certificate of who connects',
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'give `connect` a `fetch`',
      [within('alert certificate required', { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' })],
    ],
    [
      'What answers at care.example does not speak TLS',
      undefined,
      'check the port',
      [
        within('00131615B37F0000:error:0A00010B', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
        bare('EPROTO: The TLS handshake failed. Does the server speak TLS on this port?', 'EPROTO'),
        deno('client error (Connect): received corrupt message of type InvalidContentType'),
      ],
    ],
    [
      'care.example, or something on the way, did not agree on TLS',
      undefined,
      arrival,
      [
        within('Client network socket disconnected before secure TLS connection was established', {
          code: 'ECONNRESET',
        }),
        within('alert', { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }),
        within('alert', { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }),
        deno('client error (Connect): tls handshake eof'),
      ],
    ],
    [
      'No address is known for care.example',
      undefined,
      'behind a proxy',
      [
        unknownHost('care.example'),
        unknownHost('care.example', 'EAI_AGAIN'),
        deno('client error (Connect): dns error: failed to lookup address information: Name or service not known'),
      ],
    ],
    [
      'Nothing accepts connections at care.example, or at the proxy where one is set',
      undefined,
      'NODE_USE_ENV_PROXY',
      [
        refusedAt(443),
        within('not connected', { syscall: 'connect' }),
        within('connect ENETUNREACH 10.0.0.1:443', { code: 'ENETUNREACH', syscall: 'connect' }),
        within('Connect Timeout Error (attempted address: care.example:443)', { code: 'UND_ERR_CONNECT_TIMEOUT' }),
        bare('ECONNREFUSED: Unable to connect. Is the computer able to access the url?', 'ECONNREFUSED'),
        bare('Unable to connect. Is the computer able to access the url?', 'ConnectionRefused'),
        deno('client error (Connect): tcp connect error: Connection refused (os error 111)'),
      ],
    ],
    [
      'The proxy cannot be reached',
      undefined,
      'HTTPS_PROXY',
      [
        refusedAt(3128),
        unknownHost('proxy.example'),
        new TypeError('fetch failed', { cause: new AggregateError([refusedAt(3128).cause]) }),
      ],
    ],
    [
      'The proxy asks for a name and a password, or refuses those that it got (407)',
      undefined,
      'http://name:password@proxy.example:8080',
      [
        cancelled(407),
        bare('Proxy refused to open a tunnel: 407 Proxy Authentication Required', 'ERR_PROXY_TUNNEL'),
        within('Proxy Authentication Required (407)', { code: 'UND_ERR_INVALID_ARG' }),
      ],
    ],
    [
      'The proxy does not allow connections to care.example (403)',
      undefined,
      'NO_PROXY',
      [cancelled(403), bare('Proxy refused to open a tunnel: 403 Access violation', 'ERR_PROXY_TUNNEL')],
    ],
    [
      'The proxy cannot connect to care.example (502)',
      undefined,
      arrival,
      [cancelled(502), bare('Proxy refused to open a tunnel: 502 Bad Gateway', 'ERR_PROXY_TUNNEL')],
    ],
    [
      'The proxy opened no connection to care.example',
      undefined,
      'a name and a password',
      [deno('client error (Connect): unsuccessful tunnel')],
    ],
    [
      'What is set as proxy hung up',
      undefined,
      'HTTPS_PROXY',
      [
        within('Proxy Connection failed', { code: 'UND_ERR_PRX_CONN' }),
        deno('client error (Connect): unexpected eof while tunneling'),
      ],
    ],
    [
      'No `fetch` asks the port of care.example',
      undefined,
      arrival,
      [within('bad port'), new TypeError('Fetch failed: Requests to port 10080 are blocked')],
    ],
    [
      'The connection to care.example could not be made',
      undefined,
      arrival,
      [deno('client error (Connect): Connection reset by peer (os error 104)')],
    ],
  ])('%s', async (what, code, todo, thrown) => {
    for (const each of thrown) {
      const failed = await failure(each);
      expect(failed.message).toContain(`got no answer. ${what}`);
      expect(failed.message).toContain(todo);
      // Where nothing can be done, nothing is advised.
      if (todo === arrival) expect(failed.message).toMatch(/^[^:!]*\. It did not arrive\.$/);
      expect(failed.message).not.toMatch(/8f31|undefined/);
      expect(failed.mayHaveArrived).toBe(false);
      if (code !== undefined && failed.code !== undefined) {
        expect(failed.code).toBe(code);
        expect(failed.message).toContain(`(${code})`);
      }
    }
  });
});

describe('what came later, or nobody knows, may have arrived:', () => {
  const lost = 'client error (SendRequest): connection closed before message completed';
  test.each<[string, unknown, RegExp]>([
    [
      'a reset',
      within('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
      /answer\. read ECONNRESET \(ECONNRESET\)\./,
    ],
    [
      'an end',
      within('other side closed', { code: 'UND_ERR_SOCKET' }),
      /answer\. other side closed \(UND_ERR_SOCKET\)\./,
    ],
    [
      'of Bun',
      bare('ECONNRESET: The socket connection was closed unexpectedly.', 'ECONNRESET'),
      /failed \(ECONNRESET\)\./,
    ],
    ['of Deno', deno(lost), /answer\. The connection failed\. It may/],
    [
      'an id that reads like a sign',
      within(`error for https://care.example/tls%20handshake%20eof/UnknownIssuer: ${lost}`),
      /The connection failed\./,
    ],
    ['of workerd', new Error('Network connection lost.'), /The connection failed\./],
    ['what is no error', 'lost', /The connection failed\./],
    ['a code that is none', within('8f31', { code: 'a b' }), /The connection failed\./],
    [
      'a request that was ended for another reason',
      within('x', { code: 'UND_ERR_ABORTED' }),
      /failed \(UND_ERR_ABORTED\)/,
    ],
  ])('%s', async (_, thrown, message) => {
    const failed = await failure(thrown);
    expect(failed).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
    expect(failed.message).toMatch(message);
    expect(failed.message).not.toContain('8f31');
  });
});
