import { request } from 'node:http';
import type { LookupFunction } from 'node:net';
import { connect, type Fetch } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { Agent, fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { firstOutput, run, start as startCommand } from '../support/command.js';

const command = ['sandbox', '--port', '0'];

async function start(...args: string[]): Promise<{ text: string; baseUrl: string }> {
  const text = await firstOutput(startCommand([...command, ...args]));
  return { text, baseUrl: /http:\S+\/api\/2/.exec(text)?.[0] ?? '' };
}

function statusOf(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('with --host 0.0.0.0 it prints an address that `connect` takes', async () => {
  const { text, baseUrl } = await start('--host', '0.0.0.0');
  const care = await connect({ baseUrl, token: /^ +apiUser +(\S+)/m.exec(text)?.[1] });
  expect((await care.client({ id: 'EHR-1042' })).data.id).toBe('EHR-1042');
  care.close();
});

test('--allow-host names another host that may control it', async () => {
  const { baseUrl } = await start('--host', '0.0.0.0', '--allow-host', 'sandbox', '--allow-host', 'other');
  const control = baseUrl.replace('/api/2', '/_sandbox');
  const statuses = await Promise.all(['sandbox:4010', 'other', 'third'].map((host) => statusOf(control, host)));
  expect(statuses).toEqual([200, 200, 403]);
});

test('a service container is used by its name: `allowHttp` for the client, --allow-host for the control', async () => {
  const { text, baseUrl } = await start('--host', '0.0.0.0', '--allow-host', 'sandbox');
  // As the network of containers does.
  const lookup: LookupFunction = (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  const dispatcher = new Agent({ connect: { lookup } });
  onTestFinished(() => dispatcher.destroy());
  const named = baseUrl.replace('127.0.0.1', 'sandbox');
  const token = /^ +apiUser +(\S+)/m.exec(text)?.[1];
  const fetch: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
  await expect(connect({ baseUrl: named, token, fetch })).rejects.toMatchObject({ name: 'InputError' });
  const care = await connect({ baseUrl: named, token, fetch, allowHttp: ['sandbox'] });
  expect((await care.client({ id: 'EHR-1042' })).url).toMatch(/^http:\/\/sandbox:\d+\/api\/2\/c\//);
  const control = await undiciFetch(named.replace('/api/2', '/_sandbox/mails'), { dispatcher });
  expect(await control.json()).toEqual([]);
  care.close();
});

test.each(['http://localhost:3000/', 'HTTP://LocalHost:3000', 'http://localhost:3000'])(
  '--cors %s matches the origin that browsers send',
  async (origin) => {
    const { baseUrl } = await start('--quiet', '--cors', origin);
    const { headers } = await fetch(baseUrl, { headers: { origin: 'http://localhost:3000' } });
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  },
);

test.each([
  ['--cors', 'localhost:3000'],
  ['--cors', 'http://localhost:3000/portal'],
  ['--cors', 'http://localhost:3000/?portal'],
  ['--cors', 'http://me@localhost:3000'],
  ['--cors', 'https://*.example'],
  ['--clock', '2026-02-30T09:00:00Z'],
  ['--allow-host', 'http://sandbox'],
  ['--allow-host', 'sandbox:4010'],
])('%s %s is refused', async (option, value) => {
  expect((await run([...command, option, value])).code).toBe(2);
});

test('an option that is given twice is refused, unless it can be repeated', async () => {
  const { baseUrl } = await start('--quiet', '--allow-host', 'one', '--allow-host', 'two');
  expect((await fetch(baseUrl)).status).toBe(200);
  expect((await run([...command, '--port', '0'])).code).toBe(2);
});

test.each(['http://localhost:80/', 'http://LOCALHOST'])(
  '`cors` with the origin %s matches in a program too',
  async (origin) => {
    const sandbox = createSandbox({ cors: { origins: [origin] } });
    const { headers } = await sandbox.fetch(sandbox.baseUrl, { headers: { origin: 'http://localhost' } });
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost');
  },
);

test('`cors` refuses a value that is no origin', () => {
  expect(() => createSandbox({ cors: { origins: ['localhost:3000'] } })).toThrow(TypeError);
});
