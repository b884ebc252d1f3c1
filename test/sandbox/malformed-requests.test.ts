import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from './api.js';
import { rawBytes } from './raw-request.js';

const host = 'Host: localhost\r\n';

test.each([
  ['a blank', 'GET /api/2 HTTP/1.1\r\nHost: a b\r\n'],
  ['a path', 'GET /api/2 HTTP/1.1\r\nHost: localhost/x\r\n'],
  ['user information', 'GET /api/2 HTTP/1.1\r\nHost: me@localhost\r\n'],
  ['an open bracket', 'GET /api/2 HTTP/1.1\r\nHost: [::1\r\n'],
  ['a port that is none', 'GET /api/2 HTTP/1.1\r\nHost: localhost:port\r\n'],
  ['a port that is too large', 'GET /api/2 HTTP/1.1\r\nHost: localhost:99999\r\n'],
  ['nothing', 'GET /api/2 HTTP/1.1\r\nHost:\r\n'],
  ['no `Host` at all', 'GET /api/2 HTTP/1.1\r\n'],
  ['two `Host`s', `GET /api/2 HTTP/1.1\r\n${host}Host: other\r\n`],
  ['a backslash in its target', `GET /api\\2 HTTP/1.1\r\n${host}`],
  ['a target without a path', `OPTIONS * HTTP/1.1\r\n${host}`],
  ['a header without a colon', `GET /api/2 HTTP/1.1\r\n${host}broken\r\n`],
  ['another protocol', `GET /api/2 HTTQ/1.1\r\n${host}`],
])('a request with %s is a 400 of the platform, and in its error log', async (_what, head) => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const received = await rawBytes(server.url, `${head}Connection: close\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toMatch(/\r\ncontent-type: application\/json;charset=UTF-8\r\n/i);
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ code: 400 });
  const logged = (await ask(sandbox, 'GET', '/configuration/apiusers/errorlog/items')).body['@items'];
  expect(logged).toMatchObject([{ code: 400 }]);
});

test.each(['localhost', 'LOCALHOST:80', '[::1]:4010', '127.0.0.1', 'a_b.example', 'sandbox.'])(
  'the `Host` %s is read',
  async (name) => {
    const server = await createSandbox().listen();
    onTestFinished(() => server.close());
    const head = `GET /api/2 HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`;
    expect(await rawBytes(server.url, head)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('HTTP/1.0 needs no `Host`', async () => {
  const server = await createSandbox().listen();
  onTestFinished(() => server.close());
  expect(await rawBytes(server.url, 'GET /api/2 HTTP/1.0\r\n\r\n')).toMatch(/ 200 OK/);
});
