import type { KeyObject } from 'node:crypto';
import {
  bitString,
  der,
  derInteger,
  derSequence,
  derSet,
  derTrue,
  objectId,
  octetString,
  utcTime,
  utf8String,
} from './der.js';

// No library: @peculiar/x509 and selfsigned would add 350 kB of JavaScript each, minified, for two certificates.

/** A certificate with its key, and the authority that signed it. All in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly authority: string;
}

/** The longest time that all platforms accept. The clock of the machine counts, not that of the sandbox. */
const validDays = 397;

const ecdsaWithSha256 = derSequence(objectId('1.2.840.10045.4.3.2'));
const commonName = objectId('2.5.4.3');

/**
 * A new certificate for these hosts, signed by a new authority. The key of the authority is dropped, so it never signs
 * another one: to trust it is to trust this server alone.
 */
export async function makeCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { createHash, generateKeyPairSync, randomBytes, sign } = await import('node:crypto');
  const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [signer, server] = [newKeys(), newKeys()];
  const idOf = (key: KeyObject) => createHash('sha1').update(publicBytes(key)).digest();
  const issuer = nameOf(`care-platform sandbox ${randomBytes(4).toString('hex')}`);

  const issue = (subject: Uint8Array, key: KeyObject, extensions: readonly Uint8Array[]): string => {
    const content = derSequence(
      der(0xa0, derInteger(Uint8Array.of(2))),
      derInteger(Uint8Array.of(1, ...randomBytes(15))),
      ...[ecdsaWithSha256, issuer, validity(), subject, publicBytes(key)],
      der(0xa3, derSequence(...extensions)),
    );
    return pem(derSequence(content, ecdsaWithSha256, bitString(sign('sha256', content, signer.privateKey))));
  };

  const authority = issue(issuer, signer.publicKey, [
    // It signs servers, and no other authority.
    extension('2.5.29.19', derSequence(derTrue, derInteger(Uint8Array.of(0))), { critical: true }),
    extension('2.5.29.15', bitString(Uint8Array.of(0b0000_0100), 2), { critical: true }),
    extension('2.5.29.14', octetString(idOf(signer.publicKey))),
  ]);
  const cert = issue(nameOf('care-platform sandbox'), server.publicKey, [
    extension('2.5.29.19', derSequence(), { critical: true }),
    extension('2.5.29.15', bitString(Uint8Array.of(0b1000_0000), 7), { critical: true }),
    extension('2.5.29.37', derSequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', derSequence(...[...new Set(hosts)].map(alternativeName))),
    extension('2.5.29.35', derSequence(der(0x80, idOf(signer.publicKey)))),
  ]);
  return { cert, key: String(server.privateKey.export({ type: 'pkcs8', format: 'pem' })), authority };
}

function validity(): Uint8Array {
  // A client whose clock is a little behind accepts it too.
  const from = Date.now() - 60 * 60 * 1000;
  return derSequence(utcTime(new Date(from)), utcTime(new Date(from + validDays * 24 * 60 * 60 * 1000)));
}

const nameOf = (name: string): Uint8Array => derSequence(derSet(derSequence(commonName, utf8String(name))));

const publicBytes = (key: KeyObject): Uint8Array => key.export({ type: 'spki', format: 'der' });

function extension(id: string, value: Uint8Array, { critical = false } = {}): Uint8Array {
  return derSequence(objectId(id), ...(critical ? [derTrue] : []), octetString(value));
}

/** Addresses are stored as bytes, names as text. */
function alternativeName(host: string): Uint8Array {
  // Without the brackets of a URL and without the zone of a link-local address, such as `%eth0`.
  const plain = host.replace(/^\[|\]$|%.*$/g, '');
  const address = addressBytes(plain);
  return address === undefined ? der(0x82, Buffer.from(plain, 'ascii')) : der(0x87, address);
}

/** `undefined` for a name. */
function addressBytes(host: string): Uint8Array | undefined {
  if (/^\d+(\.\d+){3}$/.test(host)) return Uint8Array.from(host.split('.').map(Number));
  if (!host.includes(':')) return undefined;
  // A URL has the groups in one form: no address of IPv4 inside, and the longest row of zeros as `::`.
  const [head = '', tail = ''] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function pem(content: Uint8Array): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
