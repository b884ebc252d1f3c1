import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';
import { createSandbox, type ListenOptions, type SandboxServer } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';

async function listen(options: ListenOptions): Promise<SandboxServer> {
  const server = await createSandbox().listen(options);
  onTestFinished(() => server.close());
  return server;
}

/** The certificate of the server, for a client that trusts its authority. */
function certificateOf({ url, authority }: SandboxServer): Promise<PeerCertificate> {
  const port = Number(new URL(url).port);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ...(authority && { ca: authority }) });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('`tls: true` makes a certificate for this machine, the host, and the names of `hosts`', async () => {
  const server = await listen({ tls: true, hostname: '0.0.0.0', hosts: ['sandbox', '[2001:db8::7:0:1]'] });
  expect(server.url).toMatch(/^https:/);
  const certificate = await certificateOf(server);
  const names = ['localhost', '127.0.0.1', '::1', '0.0.0.0', 'sandbox', '2001:db8::7:0:1', 'other', '127.0.0.2'];
  const refused = names.filter((name) => checkServerIdentity(name, certificate) !== undefined);
  expect(refused).toEqual(['other', '127.0.0.2']);
});

test('the authority signs servers only, and is another one for each server', async () => {
  const [one, other] = await Promise.all([listen({ tls: true }), listen({ tls: true })]);
  const authority = new X509Certificate(one.authority ?? '');
  const certificate = new X509Certificate((await certificateOf(one)).raw);
  expect([authority.ca, certificate.ca]).toEqual([true, false]);
  expect(certificate.checkIssued(authority)).toBe(true);
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.checkIssued(new X509Certificate(other.authority ?? ''))).toBe(false);
  await expect(certificateOf({ ...one, authority: other.authority })).rejects.toThrow();
});

test('a server with plain http has no authority', async () => {
  expect((await listen({})).authority).toBeUndefined();
});
