import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Delivery, toResponse } from '../http/delivery.js';
import type { Peer } from '../http/front.js';
import type { Limits } from '../http/rate-limit.js';
import { firstBytes } from '../http/streamed-body.js';
import { CONTROL_PATH, RemoteControl } from '../remote/remote-control.js';
import type { Sandbox } from '../sandbox.js';
import type { ListenOptions, SandboxServer } from './listen.js';
import { Sockets } from './sockets.js';

// What the adapter answers to nothing more: the answer went out another way.
const handled = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** LIM-1 to LIM-3: a plain HTTP/1.1 server that counts sockets per remote address, idle ones too. */
export async function startServer(
  handle: (request: Request, peer: Peer) => Promise<Delivery>,
  limits: Limits | false,
  sandbox: Sandbox,
  { port = 0, hostname = '127.0.0.1', tls, control = false }: ListenOptions,
): Promise<SandboxServer> {
  const { createAdaptorServer } = await import('@hono/node-server');
  const http = await import('node:http');
  const https = await import('node:https');
  const sockets = new Sockets(limits === false ? Infinity : limits.connections);
  const starts: number[] = [];
  let refused = 0;

  const counts = () => ({ ...sockets.counts(), requests: starts.length, refused });
  const remote = control ? new RemoteControl(sandbox, counts) : undefined;

  const answer = async (request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> => {
    const { socket } = incoming;
    if (remote !== undefined && below(CONTROL_PATH, request)) {
      const response = await remote.answer(request, isLoopback(socket.remoteAddress));
      // Its socket is one of those that are counted.
      response.headers.set('Connection', 'close');
      return response;
    }
    starts.push(performance.now());
    const overLimit = sockets.isRefused(socket);
    const delivery = await handle(request, { address: socket.remoteAddress ?? 'unknown', overLimit });
    if (delivery.kind === 'dropped') {
      socket.destroy();
      return handled();
    }
    const { status, headers, body } = delivery.encoded;
    if (status === 429) refused += 1;
    if (overLimit) headers.set('Connection', 'close');
    if (delivery.kind !== 'truncated') return toResponse(delivery);
    outgoing.writeHead(status, Object.fromEntries(headers));
    for await (const chunk of firstBytes(body, delivery.keep)) {
      await new Promise<unknown>((resolve) => outgoing.write(chunk, resolve));
    }
    socket.destroy();
    return handled();
  };

  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) =>
      answer(request, incoming as IncomingMessage, outgoing as ServerResponse),
    overrideGlobalObjects: false,
    ...(tls === undefined
      ? { createServer: http.createServer }
      : { createServer: https.createServer, serverOptions: tls }),
  });
  // Under TLS a request knows the encrypted socket only; the plain one below it is kept to end a hanging handshake.
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address() as AddressInfo;
  const url = `${tls === undefined ? 'http' : 'https'}://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if ('closeAllConnections' in server) server.closeAllConnections();
    // The server closes a moment before its sockets say so, and the counts go by what they say.
    const gone = [...connections].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    for (const socket of connections) socket.destroy();
    await Promise.all([closed, ...gone]);
  };
  return {
    url,
    baseUrl: `${url}/api/2`,
    stats: () => ({ ...counts(), starts: [...starts] }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function below(path: string, { url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** An IPv4 caller of a server that listens on IPv6 has an address of both. */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
