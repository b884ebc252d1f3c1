import { dirname } from 'node:path';
import { connect } from 'care-platform';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWithPrograms } from '../services/suite.js';
import { type Authority, createAuthority } from './authority.js';
import { platformWith, read } from './network.js';

describeWithPrograms('an authority of the hospital’s own is trusted', ['openssl'], () => {
  let authority: Authority;
  beforeAll(() => {
    authority = createAuthority();
  });
  afterAll(() => authority.remove());

  test('by NODE_EXTRA_CA_CERTS, or as one of the system’s', async () => {
    const platform = await platformWith(authority.good);
    expect(await read(platform, {})).toContain('from an authority that is not trusted here');
    expect(await read(platform, { NODE_EXTRA_CA_CERTS: authority.file })).toBe('read and written');
    // What openssl, and so Node, takes for the system's.
    const system = { SSL_CERT_FILE: authority.file, SSL_CERT_DIR: dirname(authority.file) };
    expect(await read(platform, system, ['--use-system-ca'])).toBe('read and written');
  });

  test('by a `fetch` of the caller', async () => {
    const { baseUrl, sandbox } = await platformWith(authority.good);
    const dispatcher = new Agent({ connect: { ca: authority.certificate } });
    onTestFinished(() => dispatcher.destroy());
    const care = await connect({
      baseUrl,
      token: sandbox.tokens.apiUser,
      fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
    });
    expect((await care.client({ id: 'EHR-1042' })).data.name).toBe('Fenna Voorbeeld');
  });
});
