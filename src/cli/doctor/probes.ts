import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

const addressOf = (url: URL) => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
});

/** The addresses of a host. */
export async function lookUp(url: URL): Promise<readonly string[]> {
  const found = await lookup(addressOf(url).host, { all: true });
  return found.map(({ address }) => address);
}

/** Rejects if nothing accepts connections there. */
export async function openPort(url: URL, signal: AbortSignal): Promise<void> {
  const socket = connectTcp(addressOf(url));
  try {
    await once(socket, 'connect', { signal });
  } finally {
    socket.destroy();
  }
}

/** A server's certificate that this machine trusts. */
export interface Certificate {
  readonly protocol: string;
  /** The authority that signed it. */
  readonly authority: string;
  readonly validTo: Date;
}

/** Rejects with Node's code if the certificate is not trusted. */
export async function readCertificate(url: URL, signal: AbortSignal): Promise<Certificate> {
  const { host, port } = addressOf(url);
  const socket: TLSSocket = connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) });
  try {
    await once(socket, 'secureConnect', { signal });
    const { issuer, valid_to } = socket.getPeerCertificate();
    const names = [issuer.O, issuer.CN].flatMap((name) => name ?? []);
    return {
      protocol: socket.getProtocol() ?? '',
      authority: names.join(', ') || 'an authority without a name',
      validTo: new Date(valid_to),
    };
  } finally {
    socket.destroy();
  }
}
