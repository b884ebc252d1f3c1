import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start as startCommand } from '../support/command.js';
import { messageList } from '../support/message-list.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A sandbox that listens, and what it has printed by then. */
async function start(...args: string[]) {
  const child = startCommand(['sandbox', '--port', '0', ...args]);
  const said = await firstOutput(child);
  return { child, said, baseUrl: /http:\S+\/api\/2/.exec(said)?.[0] ?? '' };
}

test('the sandbox prints its address and the tokens that it takes, and responds there', async () => {
  const { said, baseUrl } = await start('--clients', '3');
  const token = /^ +apiUser +(\S+)/m.exec(said)?.[1];
  const care = await connect({ baseUrl, token });
  const users = await care.clients().toArray();
  expect(users.filter(({ type }) => type.endsWith('/client'))).toHaveLength(3);
  care.close();
});

test('the sandbox prints how it is controlled, and the printed URL works', async () => {
  const { baseUrl } = await start('--clock', '2026-03-02T09:00:00Z', '--frozen');
  const control = baseUrl.replace('/api/2', '/_sandbox');
  const body = JSON.stringify({ advance: { hours: 1 } });
  const headers = { 'content-type': 'application/json' };
  const moved = await fetch(`${control}/clock`, { method: 'POST', headers, body });
  expect(await moved.json()).toEqual({ now: '2026-03-02T10:00:00.000Z', frozen: true });
});

test('Ctrl-C ends the sandbox, whatever a fault still waits for', async () => {
  const { child, baseUrl } = await start();
  const kinds = ['late', 'delay', 'slow', 'stall'];
  const faults = kinds.map((kind) => ({ kind, ...(kind === 'stall' ? { when: 'after' } : { milliseconds: 600_000 }) }));
  const headers = { 'content-type': 'application/json' };
  await fetch(baseUrl.replace('/api/2', '/_sandbox/faults'), { method: 'POST', headers, body: JSON.stringify(faults) });
  for (const _ of kinds) fetch(baseUrl).catch(() => undefined);
  const left = baseUrl.replace('/api/2', '/_sandbox/faults');
  await expect.poll(async () => (await fetch(left)).json(), { timeout: 20_000 }).toEqual([]);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the sandbox prints the address of its page', async () => {
  const { said, baseUrl } = await start();
  const page = /^ +Control +(\S+)/m.exec(said)?.[1] ?? '';
  expect(page).toBe(baseUrl.replace('/api/2', '/_sandbox/'));
  const response = await fetch(page, { headers: { accept: 'text/html' } });
  expect(response.headers.get('content-type')).toContain('text/html');
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, and its port is free again', async (signal) => {
  const { child, baseUrl } = await start('--quiet');
  // An idle connection that is kept open does not hold it up.
  expect((await fetch(baseUrl)).status).toBe(200);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(baseUrl)).rejects.toBeInstanceOf(TypeError);
});

test('--quiet prints the base URL alone', async () => {
  const { said, baseUrl } = await start('--quiet');
  expect(said).toBe(`${baseUrl}\n`);
});

test('--env prints what a profile of the other commands holds', async () => {
  const profile = join(await temporaryFolder(), 'sandbox.env');
  const { said } = await start('--env', '--role', 'client');
  writeFileSync(profile, said, { mode: 0o600 });
  const { code, stdout } = await run(['get', 'client', 'EHR-1042', '--fields', 'id', '--profile', profile]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'EHR-1042\n' });
  expect(
    said
      .trim()
      .split('\n')
      .map((line) => line.replace(/=.*/, '')),
  ).toEqual(['CARE_BASE_URL', 'CARE_TOKEN']);
});

test('--limits off refuses no call', async () => {
  const { baseUrl } = await start('--quiet', '--limits', 'off');
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(baseUrl)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('--cors lets a web page in', async () => {
  const { baseUrl } = await start('--quiet', '--cors', 'http://localhost:5173');
  const response = await fetch(baseUrl, { headers: { origin: 'http://localhost:5173' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
});

test('a port that is in use is reported, with what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const args = ['sandbox', '--port', String(port)];
  const { code, stderr } = await run(args);
  expect(code).toBe(2);
  expect(await runOnTerminal(args, { NO_COLOR: '1' })).toEqual({ code, screen: stderr });
  expect(stderr).toContain(String(port));
  expect(stderr).toContain('--port 0');
});

const wrongUses = {
  'a misspelt option': ['sandbox', '--prot', '1'],
  'a text for a port': ['sandbox', '--port', 'http'],
  'no port': ['sandbox', '--port'],
  'a value for a switch': ['sandbox', '--quiet=1'],
  'an unknown choice': ['sandbox', '--limits', 'none'],
  'a text for a time': ['sandbox', '--clock', 'noon'],
  'an unknown role': ['sandbox', '--port', '0', '--env', '--role', 'admin'],
  'two kinds of output': ['sandbox', '--port', '0', '--env', '--quiet'],
  'a certificate without https': ['sandbox', '--tls-ca', 'ca.pem'],
  'people in another format': ['sandbox', '--people', 'people.xlsx'],
  'an argument that is no option': ['sandbox', '4010'],
  'an unknown command': ['sandbx'],
  'no command': [],
  'a host of another machine': ['sandbox', '--host', '192.0.2.1'],
};

test('wrong use ends with 2 and a message on stderr, which reads as in messages.txt', async () => {
  const provocations = Object.entries(wrongUses).map(([title, args]) => {
    const call = async () => {
      const { code, stdout, stderr } = await run(args);
      expect({ code, stdout }, title).toEqual({ code: 2, stdout: '' });
      return [stderr.trim()];
    };
    return [title, call];
  });
  const list = await messageList({ 'Wrong use of the command': Object.fromEntries(provocations) });
  await expect(list).toMatchFileSnapshot('messages.txt');
});

test('the help of the sandbox names every option', async () => {
  const [help, refusal] = await Promise.all([run(['help', 'sandbox']), run(['sandbox', '--none'])]);
  const offered = refusal.stderr.match(/--[a-z-]+/g)?.filter((option) => option !== '--none') ?? [];
  expect(offered).toContain('--port');
  for (const option of offered) expect(help.stdout).toContain(` ${option} `);
});
