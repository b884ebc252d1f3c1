import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect, type Fetch } from 'care-platform';
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../services/service.js';
import { describeServices } from '../services/suite.js';
import { expectNothing, token } from '../support/secrets.js';
import { type Authority, createAuthority } from './authority.js';
import { platformWith, proxyWith } from './network.js';
import { password } from './proxy.js';

/** The message of what connecting failed of, which surely left before anything was sent and holds no secret. */
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
async function socketServer(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describeServices('a connection that fails tells why, and what to do:', ['tinyproxy', 'openssl'], () => {
  let authority: Authority;
  beforeAll(() => {
    authority = createAuthority();
  });
  afterAll(() => authority.remove());

  describe('the certificate', () => {
    const trusting = () => new Agent({ connect: { ca: authority.certificate } });

    test('is of an unknown authority', async () => {
      const { baseUrl, url } = await platformWith(authority.good);
      expect(await failure(baseUrl)).toContain(
        `The certificate of ${new URL(url).host} is of an authority that is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE): give the certificate of its authority by \`NODE_EXTRA_CA_CERTS\``,
      );
      await connect({
        baseUrl,
        token,
        anonymous: true,
        fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: trusting() }),
      });
    });

    test('is of no authority', async () => {
      const { baseUrl } = await platformWith(authority.selfSigned);
      expect(await failure(baseUrl)).toMatch(
        /signed by itself alone \(DEPTH_ZERO_SELF_SIGNED_CERT\): if it is the right/,
      );
    });

    test('has expired', async () => {
      const { baseUrl } = await platformWith(authority.expired);
      expect(await failure(baseUrl, trusting())).toMatch(/has expired, .* \(CERT_HAS_EXPIRED\): it has to be renewed/);
    });

    test('is for another host', async () => {
      const { baseUrl } = await platformWith(authority.elsewhere);
      expect(await failure(baseUrl, trusting())).toMatch(
        /is not for .* \(ERR_TLS_CERT_ALTNAME_INVALID\): use a host name/,
      );
    });
  });

  test('TLS is not spoken there, or is not agreed on', async () => {
    const plain = await socketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await failure(`https://127.0.0.1:${plain}/api/2`)).toContain(
      `What answers at 127.0.0.1:${plain} does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER): check the port`,
    );
    const hangsUp = await socketServer((socket) => socket.end());
    expect(await failure(`https://127.0.0.1:${hangsUp}/api/2`)).toContain('did not agree on TLS (ECONNRESET).');
  });

  test('the host has no address, or nothing answers there', async () => {
    expect(await failure('https://no-such-host.invalid/api/2')).toMatch(
      /No address is known for no-such-host\.invalid \(.*ENOTFOUND.*\): check `baseUrl`; behind a proxy/,
    );
    const nobody = await freePort();
    expect(await failure(`https://127.0.0.1:${nobody}/api/2`)).toMatch(
      new RegExp(
        `accepts connections at 127.0.0.1:${nobody}.* \\(connect ECONNREFUSED 127.0.0.1:${nobody}\\).*NODE_USE_ENV_PROXY`,
      ),
    );
  });

  describe('the proxy', () => {
    const baseUrl = 'https://care.example.org/api/2';

    test('asks for a name and a password, or refuses those that it got', async () => {
      const proxy = await proxyWith({ asks: true });
      const said = (status: number) =>
        `The proxy asks for a name and a password, or refuses those that it got (${status}): they belong into its URL`;
      expect(await failure(baseUrl, new ProxyAgent(proxy.url))).toContain(said(407));
      const wrong = proxy.fullUrl.replace('hospital', 'clinic');
      expect(await failure(baseUrl, new ProxyAgent(wrong))).toContain(said(401));
    });

    test('does not allow it', async () => {
      const proxy = await proxyWith({ onlyTo: 563 });
      expect(await failure(baseUrl, new ProxyAgent(proxy.url))).toContain(
        'The proxy does not allow connections to care.example.org (403): have them allowed',
      );
    });

    test('cannot connect either', async () => {
      const proxy = await proxyWith();
      const nobody = await freePort();
      expect(await failure(`https://127.0.0.1:${nobody}/api/2`, new ProxyAgent(proxy.url))).toContain(
        `The proxy cannot connect to 127.0.0.1:${nobody} (500).`,
      );
    });

    test('is not there, has no address, or is no proxy', async () => {
      const nobody = await freePort();
      const away = /The proxy cannot be reached \(.*\): check its address in `HTTPS_PROXY`/;
      expect(await failure(baseUrl, new ProxyAgent(`http://127.0.0.1:${nobody}`))).toMatch(away);
      expect(await failure(baseUrl, new ProxyAgent('http://no-such-proxy.invalid:8080'))).toMatch(away);
      const hangsUp = await socketServer((socket) => socket.end());
      expect(await failure(baseUrl, new ProxyAgent(`http://127.0.0.1:${hangsUp}`))).toContain(
        'What is set as proxy hung up (UND_ERR_PRX_CONN): check its address',
      );
    });
  });
});
