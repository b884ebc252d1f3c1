import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start as startCommand, type Variables } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const command = ['sandbox', '--port', '0', '--tls'];

/** The variables that a sandbox with https prints. */
async function start(...args: string[]) {
  const child = startCommand([...command, '--env', ...args]);
  return { child, variables: parseEnv(await firstOutput(child)) as Record<string, string> };
}

const firstId = (variables: Variables, ...more: string[]) =>
  run(['get', 'clients', '--limit', '1', '--fields', 'id', ...more], variables);

test('--tls --env prints what a process needs to connect, and a process without it does not trust the sandbox', async () => {
  const { variables } = await start();
  expect(Object.keys(variables)).toEqual(['CARE_BASE_URL', 'CARE_TOKEN', 'NODE_EXTRA_CA_CERTS']);
  expect(await firstId(variables)).toEqual({ code: 0, stdout: 'EHR-1042\n', stderr: '' });
  const { NODE_EXTRA_CA_CERTS: _authority, ...others } = variables;
  expect((await firstId(others)).code).toBe(5);
  const { stdout } = await run(['doctor', '--json'], others);
  const { steps } = JSON.parse(stdout) as { steps: { name: string; cause?: string }[] };
  expect(steps.find(({ name }) => name === 'certificate')?.cause).toBe('untrusted-authority');
});

test('the output of --tls --env is a profile of the other commands', async () => {
  const { variables } = await start();
  const profile = join(await temporaryFolder(), 'sandbox.env');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(profile, lines.join(''), { mode: 0o600 });
  expect(await firstId({}, '--profile', profile)).toEqual({ code: 0, stdout: 'EHR-1042\n', stderr: '' });
  writeFileSync(profile, lines.join('').replace('NODE_EXTRA_CA_CERTS=', 'NODE_EXTRA_CA_CERTS=/none'));
  expect((await firstId({}, '--profile', profile)).code).toBe(2);
  const damaged = join(profile, '..', 'damaged.pem');
  writeFileSync(damaged, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  writeFileSync(profile, lines.join('').replace(/NODE_EXTRA_CA_CERTS=.*/, `NODE_EXTRA_CA_CERTS=${damaged}`));
  expect((await firstId({}, '--profile', profile)).code).toBe(2);
});

test('--tls-ca names the file with the certificate, and a later start replaces it', async () => {
  const file = join(await temporaryFolder(), 'the authority.pem');
  const { variables, child } = await start('--tls-ca', file);
  expect(variables.NODE_EXTRA_CA_CERTS).toBe(file);
  const first = readFileSync(file, 'utf8');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const second = await start('--tls-ca', file);
  expect(readFileSync(file, 'utf8')).not.toBe(first);
  expect(first).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  expect((await firstId(second.variables)).code).toBe(0);
  expect((await firstId({ ...second.variables, NODE_EXTRA_CA_CERTS: '/none' })).code).toBe(5);
});

test('the temporary file is removed when the sandbox ends', async () => {
  const { variables, child } = await start();
  const file = variables.NODE_EXTRA_CA_CERTS ?? '';
  expect(statSync(file).isFile()).toBe(true);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(existsSync(file)).toBe(false);
});

test('on a terminal it prints how to trust it, and Ctrl-C ends it', async () => {
  const { code, screen } = await runOnTerminal(command, {}, { keys: '\u0003', after: 'Ctrl-C ends it' });
  expect(code).toBe(0);
  expect(screen).toMatch(/^ +Base URL +https:\/\/127\.0\.0\.1:\d+\/api\/2$/m);
  expect(screen).toMatch(/^ +Trust +NODE_EXTRA_CA_CERTS='\/.+\.pem'$/m);
  expect(screen).toContain('curl --cacert ');
});

test('--tls-ca replaces no file but its own, and needs --tls', async () => {
  const folder = await temporaryFolder();
  const key = join(folder, 'server.key');
  writeFileSync(key, '-----BEGIN PRIVATE KEY-----\n');
  const uses = [
    [...command, '--tls-ca', key],
    [...command, '--tls-ca', folder],
    [...command, '--tls-ca', join(folder, 'none', 'authority.pem')],
    ['sandbox', '--port', '0', '--tls-ca', join(folder, 'authority.pem')],
  ];
  const codes = await Promise.all(uses.map(async (args) => (await run(args)).code));
  expect(codes).toEqual([2, 2, 2, 2]);
  expect(readFileSync(key, 'utf8')).toBe('-----BEGIN PRIVATE KEY-----\n');
});

test('--tls-ca replaces no certificate of another origin, and none with its key', async () => {
  const folder = await temporaryFolder();
  const [other = ''] = rootCertificates;
  const own = join(folder, 'own.pem');
  const { child } = await start('--tls-ca', own);
  child.kill('SIGINT');
  await once(child, 'exit');
  const contents = [other, `${readFileSync(own, 'utf8')}-----BEGIN PRIVATE KEY-----\n`];
  for (const [number, content] of contents.entries()) {
    const file = join(folder, `${number}.pem`);
    writeFileSync(file, content);
    expect((await run([...command, '--tls-ca', file])).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
});

test.each([
  ['--allow-host', '[1:2]'],
  ['--allow-host', '999.1.1.1'],
  ['--host', '1:2'],
])('%s %s, which is no address, is a usage error that names it', async (option, value) => {
  const { code, stdout, stderr } = await run([...command, option, value]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(value);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
