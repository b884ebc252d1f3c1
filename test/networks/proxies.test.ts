import { connect } from 'care-platform';
import { EnvHttpProxyAgent, ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWithPrograms } from '../services/suite.js';
import { type Authority, createAuthority } from './authority.js';
import { type Platform, platformWith, proxyWith, read } from './network.js';

describeWithPrograms('a proxy between', ['tinyproxy', 'openssl'], () => {
  let authority: Authority;
  beforeAll(() => {
    authority = createAuthority();
  });
  afterAll(() => authority.remove());

  /** A connection through that proxy, by a `fetch` of its own. */
  async function connectThrough(proxy: string, { baseUrl, sandbox }: Platform, options = {}) {
    const dispatcher = new ProxyAgent({ uri: proxy, requestTls: { ca: authority.certificate } });
    onTestFinished(() => dispatcher.destroy());
    return connect({
      baseUrl,
      token: sandbox.tokens.apiUser,
      fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
      ...options,
    });
  }

  test('is used by a Node that is configured for it, also with a name and a password', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith({ asks: true });
    const reported = { NODE_USE_ENV_PROXY: '1', NODE_EXTRA_CA_CERTS: authority.file, HTTPS_PROXY: proxy.fullUrl };
    expect(await read(platform, reported)).toBe('read and written');
    expect(new Set(proxy.requests())).toEqual(new Set([`CONNECT ${new URL(platform.url).host}`]));

    const before = proxy.requests().length;
    expect(await read(platform, { ...reported, NO_PROXY: '127.0.0.1' })).toBe('read and written');
    expect(proxy.requests()).toHaveLength(before);
  });

  test('is used by a `fetch` of the caller, and by one that reads the environment', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith({ asks: true });
    const care = await connectThrough(proxy.fullUrl, platform);
    expect((await care.client({ id: 'EHR-1042' })).data.name).toBe('Fenna Voorbeeld');

    const dispatcher = new EnvHttpProxyAgent({
      httpsProxy: proxy.fullUrl,
      noProxy: '',
      requestTls: { ca: authority.certificate },
    });
    onTestFinished(() => dispatcher.destroy());
    const { baseUrl, sandbox } = platform;
    await connect({
      baseUrl,
      token: sandbox.tokens.apiUser,
      fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
    });
    expect(proxy.requests().length).toBeGreaterThan(1);
  });

  test('keeps no more than 20 sockets open', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith();
    const care = await connectThrough(proxy.url, platform);
    await Promise.all(Array.from({ length: 75 }, () => care.client({ id: 'EHR-1042' })));
    const { requests, refused, highestConnections } = platform.stats();
    // On a busy machine requests can arrive closer together than they were sent.
    expect(requests).toBe(76 + refused);
    expect(highestConnections).toBeLessThanOrEqual(20);
  });

  test('passes on that calls were aborted: the platform has room for as many again', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith();
    const care = await connectThrough(proxy.url, platform);
    platform.sandbox.faults.add({ kind: 'stall', when: 'before', path: /aux/, times: 20 });
    const stop = new AbortController();
    const read = (options = {}) =>
      Promise.allSettled(Array.from({ length: 20 }, () => care.client({ id: 'EHR-1042' }, options)));
    const stalled = read({ signal: stop.signal });
    await expect.poll(() => platform.stats().requests).toBe(21);
    stop.abort(new Error('enough'));
    expect((await stalled).every(({ status }) => status === 'rejected')).toBe(true);
    expect((await read()).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(platform.stats().highestConnections).toBe(20);
  });

  test('that was away carries a write that never left, once', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith();
    const repeats: string[] = [];
    const hooks = { beforeRetry: ({ error }: { error: string }) => void repeats.push(error) };
    const care = await connectThrough(proxy.url, platform, { retry: 6, hooks });
    await proxy.stop();
    await expect.poll(() => platform.stats().openConnections).toBe(0);
    const label = care.createLabel('Nieuw');
    await expect.poll(() => repeats).not.toHaveLength(0);
    await proxyWith({ port: proxy.port });
    expect((await label).data.label).toBe('Nieuw');
    expect(new Set(repeats)).toEqual(new Set(['ConnectionError']));
    expect(platform.sandbox.journal.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('that went away during a write leaves its outcome unknown', async () => {
    const platform = await platformWith(authority.good);
    const proxy = await proxyWith();
    const care = await connectThrough(proxy.url, platform);
    platform.sandbox.faults.add({ kind: 'stall', when: 'after', method: 'POST' });
    const label = care.createLabel('Nieuw');
    label.catch(() => undefined);
    await expect.poll(() => platform.sandbox.journal.some(({ method }) => method === 'POST')).toBe(true);
    await proxy.stop();
    await expect(label).rejects.toMatchObject({ name: 'OutcomeUnknownError', cause: { mayHaveArrived: true } });
  });
});
