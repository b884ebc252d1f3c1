import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Application, connect } from 'care-platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applicationDocument } from '../support/documents.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';
import { virtualTime } from '../support/virtual-time.js';

/** What the server does with a socket that has sent a whole request. */
type SocketResponder = (socket: Socket, respond: () => void, request: { number: number; onSocket: number }) => void;

/** A server of plain sockets, which may do with them what no HTTP server would. */
async function socketServer(responder: SocketResponder) {
  const requests: string[] = [];
  let sockets = 0;
  const server = createServer((socket) => {
    sockets++;
    let onSocket = 0;
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes;
      const [head, body] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      received = '';
      const isRoot = /^GET \/api\/2 /.test(head ?? '');
      const respond = () => {
        const document = JSON.stringify(isRoot ? applicationDocument({}, baseUrl) : {});
        const headers = `content-type: application/json\r\ncontent-length: ${document.length}`;
        socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${document}`);
      };
      if (isRoot) respond();
      else responder(socket, respond, { number: requests.push(head?.split(' ')[0] ?? ''), onSocket: ++onSocket });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/2`;
  const care = await connect({ baseUrl, token: 'token-of-the-tests' });
  onTestFinished(() => {
    care.close();
    server.close();
  });
  return { care, requests, opened: () => sockets };
}

const post = (care: Application, retryPolicy: 'repeatable' | 'once' = 'once') =>
  care.request({ method: 'POST', url: 'x', body: { a: 1 }, retryPolicy });

describe('a kept-alive socket', () => {
  test('that the server closed while it was idle costs no write its outcome', async () => {
    const open = new Set<Socket>();
    const { care, requests, opened } = await socketServer((socket, respond) => {
      respond();
      open.add(socket);
    });
    for (let round = 0; round < 4; round++) {
      expect(await post(care)).toMatchObject({ status: 200, attempts: 1 });
      for (const socket of open) socket.end();
      await until(() => [...open].every((socket) => socket.closed));
      open.clear();
    }
    expect(requests).toHaveLength(4);
    expect(opened()).toBeGreaterThan(3);
  });

  test('that closes as the next request arrives leaves that one unknown, unless it may be sent again', async () => {
    const { care, requests } = await socketServer((socket, respond, { number }) => {
      if (number % 2 === 0) socket.end();
      else respond();
    });
    await post(care);
    await expect(post(care)).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      cause: { name: 'ConnectionError', mayHaveArrived: true },
    });
    await post(care);
    expect(await post(care, 'repeatable')).toMatchObject({ status: 200, attempts: 2 });
    expect(requests).toHaveLength(5);
  });
});

describe('a redirect', () => {
  test('leaves its socket to the request that follows it, whatever text came with it', async () => {
    const ports = new Set<number | undefined>();
    const server = await rawServer(({ url, socket }, response) => {
      ports.add(socket.remotePort);
      if (url?.endsWith('/b')) return sendJson(response, { a: 1 });
      response.writeHead(302, { location: 'b', 'content-type': 'text/html' }).write('<html>');
      setImmediate(() => response.end('Moved'));
    });
    const care = await server.connect({ throttle: { connections: 1 } });
    expect(await care.request({ url: 'a' })).toMatchObject({ data: { a: 1 } });
    expect(ports.size).toBe(1);
  });

  test('whose text never ends is followed when its time is up', async () => {
    const server = await rawServer(({ url }, response) => {
      if (url?.endsWith('/b')) sendJson(response, { a: 1 });
      else response.writeHead(302, { location: 'b' }).write('<html>');
    });
    const time = virtualTime();
    const care = await server.connect({ timeout: 300 });
    const call = care.request({ url: 'a' });
    await until(() => server.requests.length === 1);
    // Once the headers have come, the rest of the text is waited for.
    while (server.requests.length < 2) {
      await time.advance(300);
      await new Promise(setImmediate);
    }
    expect(await call).toMatchObject({ data: { a: 1 } });
  });
});

describe('a request that surely never arrived is sent again whatever it is, and else reported as such:', () => {
  test('a refused connection', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/2`;
    server.close();
    await once(server, 'close');
    const again = connect({ baseUrl, token: 'x', retry: 1 });
    await expect(again).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: false, attempts: 2 });
    await expect(again).rejects.toThrow(/ECONNREFUSED.*It did not arrive\./);
  });

  test('a port that no `fetch` asks', async () => {
    const refused = connect({ baseUrl: 'http://127.0.0.1:1/api/2', token: 'x', retry: 0 });
    await expect(refused).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: false });
  });

  test('an unknown host', async () => {
    const unknown = connect({ baseUrl: 'https://no-such-host.invalid/api/2', token: 'x', retry: 0 });
    await expect(unknown).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: false });
  });

  test('a server that hangs up before TLS is agreed on, or does not speak it', async () => {
    for (const speak of [
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
    ]) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', () => speak(socket));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/2`;
      const failing = connect({ baseUrl, token: 'x', retry: 0 });
      await expect(failing).rejects.toMatchObject({ name: 'ConnectionError', mayHaveArrived: false });
    }
  });
});

test('a response that breaks HTTP, as of a faulty gateway, is reported with the finding of the runtime', async () => {
  const { care } = await socketServer((socket) => socket.end('HTTP/1.1 200 OK\r\nx y: 1\r\n\r\n'));
  await expect(care.request({ url: 'x' })).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('Invalid header token'),
    mayHaveArrived: true,
  });
});
