import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { Script } from 'node:vm';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from './api.js';
import { openSocket, rawRequest } from './raw-request.js';

async function listen(name = '127.0.0.1') {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const server = await sandbox.listen({ control: true });
  onTestFinished(() => server.close());
  const headers = { host: `${name}:${new URL(server.url).port}` };
  const get = (path: string, accept?: string) =>
    rawRequest(`${server.url}/_sandbox${path}`, { headers: { ...headers, ...(accept !== undefined && { accept }) } });
  return { sandbox, get };
}

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser gets the page at /_sandbox/, and is led there from /_sandbox', async () => {
  const { get } = await listen();
  const page = await get('/', browser);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html;charset=UTF-8']);
  const led = await get('', browser);
  expect([led.status, led.headers.location]).toEqual([303, '/_sandbox/']);
});

test.each([undefined, '*/*', 'application/json'])('a program that accepts %s gets JSON, as before', async (accept) => {
  const { sandbox, get } = await listen();
  for (const path of ['', '/']) {
    expect(JSON.parse((await get(path, accept)).text)).toMatchObject({ tokens: sandbox.tokens });
  }
});

test('other addresses are JSON in a browser too', async () => {
  const { get } = await listen();
  expect(JSON.parse((await get('/clock', browser)).text)).toEqual({ now: '2026-03-02T09:00:00.000Z', frozen: true });
});

test('the policy of the page allows its own program and style, and nothing else', async () => {
  const { get } = await listen();
  const { text, headers } = await get('/', browser);
  const hashes = [...text.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)].map(([, tag, content = '']) => {
    return `${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
  expect(hashes).toHaveLength(2);
  expect(String(headers['content-security-policy']).split('; ').toSorted()).toEqual(
    [
      ...hashes,
      "default-src 'none'",
      "base-uri 'none'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].toSorted(),
  );
});

test('no response of the control is stored, embedded, framed or read as another type', async () => {
  const { get } = await listen();
  for (const path of ['', '/', '/people', '/none']) {
    for (const accept of [browser, 'application/json']) {
      expect((await get(path, accept)).headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
  }
});

test('the page holds no token, and its program is one script that asks no other server', async () => {
  const { sandbox, get } = await listen();
  const { text } = await get('/', browser);
  for (const token of Object.values(sandbox.tokens)) expect(text).not.toContain(token);
  const program = /<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(() => new Script(program)).not.toThrow();
  // The tools of a runner would be names that no browser has.
  expect(program).not.toMatch(/__vi|__vite|import\(|import /);
  expect(text.replaceAll('http://www.w3.org/2000/svg', '').match(/(?:https?:)?\/\/[\w.]+/g)).toEqual([
    'https://login.example',
  ]);
});

test('people are listed with their tokens, until these are revoked', async () => {
  const { sandbox, get } = await listen();
  const people = async (): Promise<{ key: string; tokens: unknown[] }[]> => JSON.parse((await get('/people')).text);
  const [client] = sandbox.control.users('client');
  const issued = sandbox.control.issueToken('EHR-1042');
  const found = (await people()).find(({ key }) => key === client?.key);
  const tokens = [
    { token: sandbox.tokens.client, role: 'client' },
    { token: issued, role: null },
  ];
  expect(found).toEqual({ ...client, tokens });
  expect(await people()).toHaveLength(sandbox.control.users().length);
  sandbox.control.revokeToken(sandbox.tokens.client);
  expect((await people()).find(({ key }) => key === client?.key)?.tokens).toEqual(tokens.slice(1));
});

test('a request to the control takes none of the connections of the limit', async () => {
  const sandbox = createSandbox({ limits: { connections: 1 } });
  const server = await sandbox.listen({ control: true });
  onTestFinished(() => server.close());
  // Its body never comes, so its connection stays.
  const control = openSocket(server.url).on('error', () => undefined);
  onTestFinished(() => void control.destroy());
  control.write(
    'POST /_sandbox/clock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await once(control, 'connect');
  await expect.poll(async () => (await rawRequest(server.baseUrl)).status).toBe(200);
  expect(server.stats().openConnections).toBeLessThanOrEqual(1);
});

test('the page works over https', async () => {
  const server = await createSandbox().listen({ control: true, tls: true });
  onTestFinished(() => server.close());
  const ca = server.authority;
  const status = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { origin, 'sec-fetch-site': 'same-origin' };
      const sent = request(`${server.url}/_sandbox/reset`, { method: 'POST', headers, ca, agent: false }, (response) =>
        resolve(response.resume().statusCode),
      );
      sent.on('error', reject).end();
    });
  expect(await status(server.url)).toBe(204);
  expect(await status(server.url.replace('https', 'http'))).toBe(403);
});

test('requests and mails are listed as far back as asked', async () => {
  const { sandbox, get } = await listen();
  for (const path of ['/', '/c/items', '/p/items']) await ask(sandbox, 'GET', path);
  const paths = async (query: string) => {
    const entries: { path: string }[] = JSON.parse((await get(`/requests${query}`)).text);
    return entries.map(({ path }) => path);
  };
  expect(await paths('?last=2')).toEqual(['/c/items', '/p/items']);
  expect(await paths('?last=9')).toEqual(await paths(''));
  expect((await get('/mails?last=1')).text).toBe('[]');
  for (const query of ['?last=0', '?last=x', '?last=1.5', '?first=1']) {
    expect((await get(`/requests${query}`)).status, query).toBe(400);
  }
});
