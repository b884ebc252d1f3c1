/** The connection of a request to the control. */
export interface Caller {
  /** The addresses of both ends of the connection, as Node writes them. */
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}

/** The host names under which the control can be used. */
export interface ControlNames {
  /** The name on which the server listens. Only this machine may use it. */
  readonly own: string;
  /** Every caller that reaches the server may use these. */
  readonly hosts: readonly string[];
}

// A proxy adds one of these headers. The connection is then the proxy's, and its address is not the caller's.
const forwardingHeader = /^(forwarded|via|x-forwarded.*|x-real-ip|.*-client-ip|.*-connecting-ip)$/;

/**
 * Why a caller may not use the control, or undefined if it may. Web pages can send requests to this machine: under a
 * name of their own that leads here (DNS rebinding), or without reading the response. So the host name and the headers
 * of browsers are checked too. The one page that may is that of the control itself (`asPage`), which has its origin.
 */
export function refusalFor(request: Request, caller: Caller, names: ControlNames, asPage: boolean): string | undefined {
  const { headers } = request;
  const { host, origin: ownOrigin } = new URL(request.url);
  const origin = headers.get('Origin') ?? ownOrigin;
  const site = headers.get('Sec-Fetch-Site');
  if (origin !== ownOrigin || !['none', 'same-origin', null].includes(site))
    return `refuses requests of web pages other than its own.${asPage ? ' Type its address into the browser.' : ''}`;
  const name = hostName(host);
  // Addresses, and names that browsers resolve themselves. No DNS server can lead them elsewhere and back.
  const isFixed = isLoopbackName(name) || name === plainAddress(caller.localAddress);
  const isOwnPage = asPage || headers.has('Origin') || site === 'same-origin';
  if (isOwnPage && !isFixed) return `shows its page under localhost or an address, not under the name ${name}.`;
  if (names.hosts.some((allowed) => hostName(allowed) === name)) return undefined;
  const local = isOwnMachine(caller) && ![...headers.keys()].some((header) => forwardingHeader.test(header));
  if (!local)
    return 'accepts requests of this machine only, or under a host name that is allowed (`hosts`, --allow-host).';
  const known = isFixed || name === hostName(names.own);
  return known ? undefined : `refuses the host name ${name}. Allow it with \`hosts\` or --allow-host.`;
}

/** The form in which names are compared: without port, brackets and final dot. */
function hostName(host: string): string {
  const lower = host.toLowerCase();
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(lower)?.[1];
  // An IPv6 address without brackets has no port.
  return bracketed ?? (/:.*:/.test(lower) ? lower : lower.replace(/:\d+$/, '').replace(/\.$/, ''));
}

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);

const isLoopbackAddress = (address: string): boolean => address === '::1' || /^127(\.\d+){3}$/.test(address);

/** A connection of this machine with itself has loopback addresses, or the same address at both ends. */
function isOwnMachine({ remoteAddress, localAddress }: Caller): boolean {
  const remote = plainAddress(remoteAddress);
  return isLoopbackAddress(remote) || (remote !== '' && remote === plainAddress(localAddress));
}

/** A server that listens on IPv6 sees an IPv4 caller under an IPv6 address. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/i, '');
}
