import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect, type Fetch } from 'care-platform';
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../services/service.js';
import { describeWithPrograms } from '../services/suite.js';
import { expectNothing, token } from '../support/secrets.js';
import { type Authority, createAuthority } from './authority.js';
import { platformWith, proxyWith } from './network.js';
import { password } from './proxy.js';

/** The message of a connection that failed before anything was sent; it holds no secret. */
async function failure(baseUrl: string, dispatcher?: Dispatcher): Promise<string> {
  if (dispatcher !== undefined) onTestFinished(() => dispatcher.destroy());
  const fetch: Fetch = (url, init) =>
    dispatcher === undefined ? globalThis.fetch(url, init) : undiciFetch(url, { ...init, dispatcher });
  const failed = await connect({ baseUrl, token, retry: 0, fetch }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: 'ConnectionError', mayHaveArrived: false, attempts: 1 });
  expectNothing(failed, password);
  return String(failed);
}

/** What does with a socket whatever it does, until the test ends; gives its port. */
async function socketServer(respond: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => respond(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describeWithPrograms(
  'a connection that fails is reported with its cause and what to do:',
  ['tinyproxy', 'openssl'],
  () => {
    let authority: Authority;
    beforeAll(() => {
      authority = createAuthority();
    });
    afterAll(() => authority.remove());

    describe('the certificate', () => {
      const trusting = () => new Agent({ connect: { ca: authority.certificate } });

      test('is of an unknown authority', async () => {
        const { baseUrl, url } = await platformWith(authority.good);
        const said = await failure(baseUrl);
        for (const fact of [new URL(url).host, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS']) {
          expect(said).toContain(fact);
        }
        await connect({
          baseUrl,
          token,
          anonymous: true,
          fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: trusting() }),
        });
      });

      test('is of no authority', async () => {
        const { baseUrl } = await platformWith(authority.selfSigned);
        expect(await failure(baseUrl)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
      });

      test('has expired', async () => {
        const { baseUrl } = await platformWith(authority.expired);
        expect(await failure(baseUrl, trusting())).toContain('CERT_HAS_EXPIRED');
      });

      test('is for another host', async () => {
        const { baseUrl } = await platformWith(authority.elsewhere);
        expect(await failure(baseUrl, trusting())).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
      });
    });

    test('TLS is not spoken there, or is not agreed on', async () => {
      const plain = await socketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      expect(await failure(`https://127.0.0.1:${plain}/api/2`)).toMatch(
        new RegExp(`127.0.0.1:${plain}.*ERR_SSL_WRONG_VERSION_NUMBER`),
      );
      const hangsUp = await socketServer((socket) => socket.end());
      expect(await failure(`https://127.0.0.1:${hangsUp}/api/2`)).toContain('ECONNRESET');
    });

    test('the host has no address, or no server listens there', async () => {
      expect(await failure('https://no-such-host.invalid/api/2')).toMatch(/no-such-host\.invalid.*ENOTFOUND/);
      const nobody = await freePort();
      expect(await failure(`https://127.0.0.1:${nobody}/api/2`)).toMatch(
        new RegExp(`connect ECONNREFUSED 127.0.0.1:${nobody}.*NODE_USE_ENV_PROXY`),
      );
    });

    describe('the proxy', () => {
      const baseUrl = 'https://care.example.org/api/2';

      test('asks for a name and a password, or refuses those that it got', async () => {
        const proxy = await proxyWith({ asks: true });
        expect(await failure(baseUrl, new ProxyAgent(proxy.url))).toContain('(407)');
        const wrong = proxy.fullUrl.replace('hospital', 'clinic');
        expect(await failure(baseUrl, new ProxyAgent(wrong))).toContain('(401)');
      });

      test('does not allow it', async () => {
        const proxy = await proxyWith({ onlyTo: 563 });
        expect(await failure(baseUrl, new ProxyAgent(proxy.url))).toMatch(/care\.example\.org.*\(403\)/);
      });

      test('cannot connect either', async () => {
        const proxy = await proxyWith();
        const nobody = await freePort();
        expect(await failure(`https://127.0.0.1:${nobody}/api/2`, new ProxyAgent(proxy.url))).toContain(
          `127.0.0.1:${nobody} (500)`,
        );
      });

      test('is not there, has no address, or is no proxy', async () => {
        const nobody = await freePort();
        const away = /(ECONNREFUSED|ENOTFOUND).*`HTTPS_PROXY`/;
        expect(await failure(baseUrl, new ProxyAgent(`http://127.0.0.1:${nobody}`))).toMatch(away);
        expect(await failure(baseUrl, new ProxyAgent('http://no-such-proxy.invalid:8080'))).toMatch(away);
        const hangsUp = await socketServer((socket) => socket.end());
        expect(await failure(baseUrl, new ProxyAgent(`http://127.0.0.1:${hangsUp}`))).toMatch(
          /UND_ERR_PRX_CONN.*`HTTPS_PROXY`/,
        );
      });
    });
  },
);
