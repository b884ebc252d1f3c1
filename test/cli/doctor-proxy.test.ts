import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../support/command.js';

const platform = 'https://care.hospital.invalid';

/** What is set, the platform, and the variable whose proxy is used, or `none`. */
const cases: readonly (readonly [settings: Record<string, string>, url: string, used: string])[] = [
  [{ HTTPS_PROXY: 'own' }, platform, 'HTTPS_PROXY'],
  [{ HTTP_PROXY: 'own' }, platform, 'HTTP_PROXY'],
  [{ HTTP_PROXY: 'own', https_proxy: '' }, platform, 'HTTP_PROXY'],
  [{ HTTPS_PROXY: 'own', https_proxy: '' }, platform, 'none'],
  [{ HTTPS_PROXY: 'own' }, 'http://care.hospital.invalid', 'none'],
  [{ HTTP_PROXY: 'own' }, 'http://care.hospital.invalid', 'HTTP_PROXY'],
  [{ HTTPS_PROXY: 'own', NODE_USE_ENV_PROXY: '' }, platform, 'none'],
  [{ HTTPS_PROXY: 'own', NODE_USE_ENV_PROXY: '', NODE_OPTIONS: '--use-env-proxy' }, platform, 'HTTPS_PROXY'],
  ...[
    '*',
    'care.hospital.invalid',
    'CARE.hospital.INVALID',
    'hospital.invalid',
    '.hospital.invalid',
    '*.hospital.invalid',
    'other.invalid, hospital.invalid',
    'other.invalid hospital.invalid',
    'care.hospital.invalid:443',
    'hospital.invalid:443',
    '*.care.hospital.invalid',
  ].map((NO_PROXY) => [{ HTTPS_PROXY: 'own', NO_PROXY }, platform, 'none'] as const),
  ...['', 'pital.invalid', 'care.hospital.invalid:8443', '*hospital.invalid', 'other.invalid,*', '192.0.2.0/24'].map(
    (NO_PROXY) => [{ HTTPS_PROXY: 'own', NO_PROXY }, platform, 'HTTPS_PROXY'] as const,
  ),
  [{ HTTPS_PROXY: 'own', NO_PROXY: 'care.hospital.invalid', no_proxy: 'other.invalid' }, platform, 'HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'own', NO_PROXY: 'hospital.invalid:8443' }, `${platform}:8443`, 'none'],
  [{ HTTPS_PROXY: 'own', NO_PROXY: 'hospital.invalid:443' }, `${platform}:8443`, 'HTTPS_PROXY'],
];

/** A proxy that refuses everything, and counts. */
async function refusingProxy() {
  const counts = { requests: 0 };
  const proxy = createServer((_, response) => {
    counts.requests += 1;
    response.writeHead(403).end();
  });
  proxy.on('connect', (_, socket) => {
    counts.requests += 1;
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, counts };
}

test.each(cases)(
  'with %j, doctor and Node take the proxy for %s from the same variable: %s',
  async (settings, url, used) => {
    const proxy = await refusingProxy();
    const own = Object.entries(settings).map(([name, value]) => [name, value === 'own' ? proxy.url : value]);
    const env: Record<string, string> = { NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(own) };
    const program = `await fetch(${JSON.stringify(url)}).catch(() => undefined)`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
    expect(proxy.counts.requests).toBe(used === 'none' ? 0 : 1);

    // Nothing listens there, so that a proxy which is used is reported as failed.
    const closed = own.map(([name, value]) => [name, value === proxy.url ? 'http://127.0.0.1:1' : value]);
    const variables = { ...env, ...Object.fromEntries(closed), CARE_BASE_URL: url, CARE_TOKEN: 'none' };
    const { stdout } = await run(['doctor', '--json', '--allow-http', 'care.hospital.invalid'], variables);
    const { steps } = JSON.parse(stdout) as { steps: { name: string; outcome: string; advice?: string }[] };
    const step = steps.find(({ name }) => name === 'proxy');
    expect(step?.outcome).toBe(used === 'none' ? 'ok' : 'failed');
    if (used !== 'none') expect(step?.advice).toMatch(new RegExp(`\\b${used}\\b`));
  },
);
