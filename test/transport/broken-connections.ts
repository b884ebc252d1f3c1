import { bare, cancelled, deno, refusedAt, unknownHost, within } from '../support/thrown.js';

/** What the runtimes throw for one fault before a request is sent. */
interface Unsent {
  readonly title: string;
  /** The code that the error has, if the runtime gives one. */
  readonly code: string | undefined;
  readonly thrown: readonly unknown[];
}

/** Every fault that ends a request before its first byte. */
export const unsent: readonly Unsent[] = [
  {
    title: 'a certificate of an unknown authority',
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    thrown: [
      within('unable to verify', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
      bare('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      deno('client error (Connect): invalid peer certificate: UnknownIssuer'),
    ],
  },
  {
    title: 'a certificate of an authority of one’s own',
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
    thrown: [within('self-signed certificate in chain', { code: 'SELF_SIGNED_CERT_IN_CHAIN' })],
  },
  {
    title: 'a self-signed certificate',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    thrown: [
      bare('self signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      deno('client error (Connect): invalid peer certificate: Other(OtherError(CaUsedAsEndEntity))'),
    ],
  },
  {
    title: 'an expired certificate',
    code: 'CERT_HAS_EXPIRED',
    thrown: [
      within('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
      bare('certificate has expired', 'CERT_HAS_EXPIRED'),
      deno('client error (Connect): invalid peer certificate: certificate expired: verification time 1795832095'),
    ],
  },
  {
    title: 'a certificate for another name',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    thrown: [
      within('Hostname/IP does not match', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      bare('ERR_TLS_CERT_ALTNAME_INVALID fetching "https://care.example/x".', 'ERR_TLS_CERT_ALTNAME_INVALID'),
      deno('client error (Connect): invalid peer certificate: certificate not valid for name "care.example"'),
    ],
  },
  {
    title: 'a revoked or broken certificate',
    code: 'CERT_REVOKED',
    thrown: [
      within('certificate revoked', { code: 'CERT_REVOKED' }),
      deno('client error (Connect): invalid peer certificate: BadSignature'),
    ],
  },
  {
    title: 'a server that asks for a certificate',
    code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    thrown: [within('alert certificate required', { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' })],
  },
  {
    title: 'a server without TLS',
    code: undefined,
    thrown: [
      within('00131615B37F0000:error:0A00010B', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
      bare('EPROTO: The TLS handshake failed. Does the server speak TLS on this port?', 'EPROTO'),
      deno('client error (Connect): received corrupt message of type InvalidContentType'),
    ],
  },
  {
    title: 'no agreement on TLS',
    code: undefined,
    thrown: [
      within('Client network socket disconnected before secure TLS connection was established', {
        code: 'ECONNRESET',
      }),
      within('alert', { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }),
      within('alert', { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }),
      deno('client error (Connect): tls handshake eof'),
    ],
  },
  {
    title: 'an unknown host',
    code: undefined,
    thrown: [
      unknownHost('care.example'),
      unknownHost('care.example', 'EAI_AGAIN'),
      deno('client error (Connect): dns error: failed to lookup address information: Name or service not known'),
    ],
  },
  {
    title: 'a port that nothing listens on',
    code: undefined,
    thrown: [
      refusedAt(443),
      within('not connected', { syscall: 'connect' }),
      within('connect ENETUNREACH 10.0.0.1:443', { code: 'ENETUNREACH', syscall: 'connect' }),
      within('Connect Timeout Error (attempted address: care.example:443)', { code: 'UND_ERR_CONNECT_TIMEOUT' }),
      bare('ECONNREFUSED: Unable to connect. Is the computer able to access the url?', 'ECONNREFUSED'),
      bare('Unable to connect. Is the computer able to access the url?', 'ConnectionRefused'),
      deno('client error (Connect): tcp connect error: Connection refused (os error 111)'),
    ],
  },
  {
    title: 'a proxy that cannot be reached',
    code: undefined,
    thrown: [
      refusedAt(3128),
      unknownHost('proxy.example'),
      new TypeError('fetch failed', { cause: new AggregateError([refusedAt(3128).cause]) }),
    ],
  },
  {
    title: 'a proxy that requires credentials',
    code: undefined,
    thrown: [
      cancelled(407),
      bare('Proxy refused to open a tunnel: 407 Proxy Authentication Required', 'ERR_PROXY_TUNNEL'),
      within('Proxy Authentication Required (407)', { code: 'UND_ERR_INVALID_ARG' }),
    ],
  },
  {
    title: 'a proxy that does not allow the host',
    code: undefined,
    thrown: [cancelled(403), bare('Proxy refused to open a tunnel: 403 Access violation', 'ERR_PROXY_TUNNEL')],
  },
  {
    title: 'a proxy that cannot connect to the host',
    code: undefined,
    thrown: [cancelled(502), bare('Proxy refused to open a tunnel: 502 Bad Gateway', 'ERR_PROXY_TUNNEL')],
  },
  {
    title: 'a proxy that opens no tunnel',
    code: undefined,
    thrown: [deno('client error (Connect): unsuccessful tunnel')],
  },
  {
    title: 'a proxy that hangs up',
    code: undefined,
    thrown: [
      within('Proxy Connection failed', { code: 'UND_ERR_PRX_CONN' }),
      deno('client error (Connect): unexpected eof while tunneling'),
    ],
  },
  {
    title: 'a port that `fetch` blocks',
    code: undefined,
    thrown: [within('bad port'), new TypeError('Fetch failed: Requests to port 10080 are blocked')],
  },
  {
    title: 'a connection that is not made',
    code: undefined,
    thrown: [deno('client error (Connect): Connection reset by peer (os error 104)')],
  },
];

const lost = 'client error (SendRequest): connection closed before message completed';

/** What the runtimes throw if a request may have arrived: its title, the code that is known, and what is thrown. */
export const perhapsSent: readonly (readonly [title: string, code: string | undefined, thrown: unknown])[] = [
  ['a reset', 'ECONNRESET', within('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
  ['a socket that was closed', 'UND_ERR_SOCKET', within('other side closed', { code: 'UND_ERR_SOCKET' })],
  [
    'a lost connection in Bun',
    'ECONNRESET',
    bare('ECONNRESET: The socket connection was closed unexpectedly.', 'ECONNRESET'),
  ],
  ['a lost connection in Deno', undefined, deno(lost)],
  [
    'a URL that reads like a fault of TLS',
    undefined,
    within(`error for https://care.example/tls%20handshake%20eof/UnknownIssuer: ${lost}`),
  ],
  ['a lost connection in workerd', undefined, new Error('Network connection lost.')],
  ['a text that was thrown', undefined, 'lost 8f31'],
  ['a code that is a text', undefined, within('8f31', { code: 'a b' })],
  ['a code that is a number', undefined, within('8f31', { code: 7 })],
  ['an unknown code', 'E_ODD', within('8f31', { code: 'E_ODD' })],
  ['a request that was ended for another reason', 'UND_ERR_ABORTED', within('x', { code: 'UND_ERR_ABORTED' })],
  [
    'a response that breaks HTTP',
    undefined,
    within('Response does not match the HTTP/1.1 protocol (Invalid header token)'),
  ],
];
