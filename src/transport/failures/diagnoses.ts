/** A known reason why a request is never sent. */
export interface Diagnosis {
  /** Matches the failure's code, system call, a colon and its message. A group replaces the code in the report. */
  readonly pattern: RegExp;
  readonly what: string;
  readonly advice?: string;
}

const trust =
  'set `NODE_EXTRA_CA_CERTS` (in Deno `DENO_CERT`) to the certificate of its authority, or let Node use the system’s with `--use-system-ca`';

const noAddress = /^(?:ENOTFOUND|EAI_AGAIN) |^\w* getaddrinfo:|client error \(Connect\): dns error/;
const notConnected =
  /^(?:ECONNREFUSED|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT) |^\w* connect:|client error \(Connect\): tcp connect/;
const behindProxy = 'behind a proxy, check that it is used: Node uses `HTTPS_PROXY` only with `NODE_USE_ENV_PROXY=1`';

export const unreachableProxy: Diagnosis = {
  pattern: new RegExp(`${noAddress.source}|${notConnected.source}`),
  what: 'The proxy cannot be reached',
  advice: 'check its address in `HTTPS_PROXY`, and that this machine may connect to it',
};

/**
 * Only failures before the first byte of the request: none of them may also occur later. Node and Bun report codes. Deno
 * reports only words: `client error (Connect)` means that it got no further. workerd and browsers report no reason.
 */
export const diagnosesFor = (host: string): readonly Diagnosis[] => [
  {
    pattern: /(?:Proxy response \(|open a tunnel: |Proxy Authentication Required \()(40[17])/,
    what: 'The proxy requires credentials, or rejects those it got',
    advice: 'add them to its URL, as in `HTTPS_PROXY=http://name:password@proxy.example:8080`',
  },
  {
    pattern: /(?:Proxy response \(|open a tunnel: )(4\d\d)/,
    what: `The proxy does not allow connections to ${host}`,
    advice: 'let the proxy allow them, or add the host to `NO_PROXY` if it can be reached without a proxy',
  },
  {
    pattern: /(?:Proxy response \(|open a tunnel: )(\d{3})/,
    what: `The proxy cannot connect to ${host}`,
  },
  {
    pattern: /unsuccessful tunnel/,
    what: `The proxy opened no connection to ${host}`,
    advice: 'it requires credentials in its URL, does not allow this host, or cannot reach it',
  },
  {
    pattern: /^UND_ERR_PRX_CONN |eof while tunneling/,
    what: 'The proxy closed the connection',
    advice: 'check its address in `HTTPS_PROXY`',
  },
  {
    pattern: /to be an instance of AbortSignal/,
    what: 'The `fetch` of this test does not accept the `AbortSignal` of the simulated page',
    advice: 'use vitest 5, happy-dom or jest-fixed-jsdom, as the guide to testing explains',
  },
  {
    pattern: /^\w* ?:? ?Cross-Origin Request Blocked/,
    what: 'The simulated page blocked the response by CORS',
    advice: `let ${host} allow the origin of the page`,
  },
  {
    pattern:
      /^(?:UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED)|peer certificate: UnknownIssuer/,
    what: `The certificate of ${host} is from an authority that is not trusted here`,
    advice: trust,
  },
  {
    pattern: /^DEPTH_ZERO_SELF_SIGNED|peer certificate: .*CaUsedAsEndEntity/,
    what: `The certificate of ${host} is self-signed`,
    advice: `if it is the right certificate, ${trust}`,
  },
  {
    pattern: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)|peer certificate: certificate (?:expired|not valid yet)/,
    what: `The certificate of ${host} has expired, or is not valid yet`,
    advice: 'renew it there, or correct the clock of this machine',
  },
  {
    pattern: /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)|peer certificate: certificate not valid for name/,
    what: `The server's certificate is not for ${host}`,
    advice: 'use a host name of the certificate in `baseUrl`',
  },
  {
    pattern: /^\w*ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA)/,
    what: `${host} requires a client certificate`,
    advice: 'give `connect` a `fetch` that has one',
  },
  {
    pattern: /^\w*CERT|invalid peer certificate/,
    what: `The certificate of ${host} is not accepted`,
  },
  {
    pattern: /^\w*WRONG_VERSION_NUMBER|TLS handshake failed|client error \(Connect\): .*InvalidContentType/,
    what: `The server at ${host} does not speak TLS`,
    advice: 'check the port in `baseUrl`',
  },
  {
    pattern:
      /^\w*(?:HANDSHAKE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)|before secure TLS connection was established|tls handshake eof/,
    what: `${host}, or something on the way, did not agree on TLS`,
  },
  {
    pattern: noAddress,
    what: `No address is known for ${host}`,
    advice: `check \`baseUrl\`; ${behindProxy}`,
  },
  {
    pattern: notConnected,
    what: `Nothing accepts connections at ${host}, or at the proxy if one is set`,
    advice: `check \`baseUrl\`; ${behindProxy}`,
  },
  {
    pattern: / : bad port$|Requests to port \d+ are blocked/,
    what: `\`fetch\` blocks the port of ${host}`,
  },
  {
    pattern: /client error \(Connect\)/,
    what: `The connection to ${host} could not be opened`,
  },
];
