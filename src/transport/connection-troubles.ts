/** A known way in which a request never leaves. */
export interface Trouble {
  /** Its code and system call, a colon and its message. A group is what is told of it in place of its code. */
  readonly sign: RegExp;
  readonly what: string;
  readonly todo?: string;
}

const trust =
  'give the certificate of its authority by `NODE_EXTRA_CA_CERTS` (in Deno `DENO_CERT`), or let Node use the system’s with `--use-system-ca`';

const noAddress = /^(?:ENOTFOUND|EAI_AGAIN) |^\w* getaddrinfo:|client error \(Connect\): dns error/;
const notConnected =
  /^(?:ECONNREFUSED|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT) |^\w* connect:|client error \(Connect\): tcp connect/;
const behindProxy = 'behind a proxy, see that it is used: Node uses `HTTPS_PROXY` with `NODE_USE_ENV_PROXY=1` only';

export const proxyAway: Trouble = {
  sign: new RegExp(`${noAddress.source}|${notConnected.source}`),
  what: 'The proxy cannot be reached',
  todo: 'check its address in `HTTPS_PROXY`, and that this machine may connect to it',
};

/**
 * All before the first byte of the request; nothing may stand here that can also come later. Node and Bun give codes, Deno
 * only words, of which `client error (Connect)` says that it came no further; workerd and browsers say nothing.
 */
export const troublesAt = (host: string): readonly Trouble[] => [
  {
    sign: /(?:Proxy response \(|open a tunnel: |Proxy Authentication Required \()(40[17])/,
    what: 'The proxy asks for a name and a password, or refuses those that it got',
    todo: 'they belong into its URL, as in `HTTPS_PROXY=http://name:password@proxy.example:8080`',
  },
  {
    sign: /(?:Proxy response \(|open a tunnel: )(4\d\d)/,
    what: `The proxy does not allow connections to ${host}`,
    todo: 'have them allowed there, or name the host in `NO_PROXY` if it can be reached without a proxy',
  },
  {
    sign: /(?:Proxy response \(|open a tunnel: )(\d{3})/,
    what: `The proxy cannot connect to ${host}`,
  },
  {
    sign: /unsuccessful tunnel/,
    what: `The proxy opened no connection to ${host}`,
    todo: 'it wants a name and a password in its URL, does not allow it, or cannot reach it either',
  },
  {
    sign: /^UND_ERR_PRX_CONN |eof while tunneling/,
    what: 'The proxy closed the connection',
    todo: 'check its address in `HTTPS_PROXY`',
  },
  {
    sign: /to be an instance of AbortSignal/,
    what: 'The `fetch` of this test takes no `AbortSignal` of the page that it simulates',
    todo: 'use vitest 5, happy-dom or jest-fixed-jsdom, as the guide to testing says',
  },
  {
    sign: /^\w* ?:? ?Cross-Origin Request Blocked/,
    what: 'The simulated page refused the response by CORS',
    todo: `let ${host} allow the origin of the page`,
  },
  {
    sign: /^(?:UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED)|peer certificate: UnknownIssuer/,
    what: `The certificate of ${host} is of an authority that is not trusted here`,
    todo: trust,
  },
  {
    sign: /^DEPTH_ZERO_SELF_SIGNED|peer certificate: .*CaUsedAsEndEntity/,
    what: `The certificate of ${host} is signed by itself alone`,
    todo: `if it is the right one, ${trust}`,
  },
  {
    sign: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)|peer certificate: certificate (?:expired|not valid yet)/,
    what: `The certificate of ${host} has expired, or is not valid yet`,
    todo: 'it has to be renewed there, or the clock of this machine is wrong',
  },
  {
    sign: /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)|peer certificate: certificate not valid for name/,
    what: `The certificate that was shown is not for ${host}`,
    todo: 'use a host name that it is for in `baseUrl`',
  },
  {
    sign: /^\w*ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA)/,
    what: `${host} requires a client certificate`,
    todo: 'give `connect` a `fetch` that has one',
  },
  {
    sign: /^\w*CERT|invalid peer certificate/,
    what: `The certificate of ${host} is not accepted`,
  },
  {
    sign: /^\w*WRONG_VERSION_NUMBER|TLS handshake failed|client error \(Connect\): .*InvalidContentType/,
    what: `The server at ${host} does not speak TLS`,
    todo: 'check the port in `baseUrl`',
  },
  {
    sign: /^\w*(?:HANDSHAKE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)|before secure TLS connection was established|tls handshake eof/,
    what: `${host}, or something on the way, did not agree on TLS`,
  },
  {
    sign: noAddress,
    what: `No address is known for ${host}`,
    todo: `check \`baseUrl\`; ${behindProxy}`,
  },
  {
    sign: notConnected,
    what: `Nothing accepts connections at ${host}, or at the proxy if one is set`,
    todo: `check \`baseUrl\`; ${behindProxy}`,
  },
  {
    sign: / : bad port$|Requests to port \d+ are blocked/,
    what: `\`fetch\` blocks the port of ${host}`,
  },
  {
    sign: /client error \(Connect\)/,
    what: `The connection to ${host} could not be made`,
  },
];
