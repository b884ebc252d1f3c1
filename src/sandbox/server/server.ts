import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { checkListenOptions } from '../api/check-listen.js';
import type { ListenOptions, SandboxServer } from '../api/listen.js';
import type { Sandbox } from '../api/sandbox.js';
import { firstBytes } from '../http/body/streamed-body.js';
import type { Peer } from '../http/gateway.js';
import type { Limits } from '../http/rate-limit.js';
import { type Delivery, toResponse } from '../http/response/delivery.js';
import { controlPath, RemoteControl } from '../remote/remote-control.js';
import { type ApiFailure, badRequest } from '../world/failure.js';
import { keepNewest } from '../world/history.js';
import type { World } from '../world/world.js';
import { makeCertificate } from './certificate.js';
import { Sockets } from './sockets.js';
import { addressOf, failureOf, isHost, readableRequest, writeOver } from './unreadable.js';

// The adapter sends nothing for this response: the regular one was already sent.
const emptyResponse = () => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** The names of this machine. */
const loopback = ['localhost', '127.0.0.1', '::1'];

export interface ServerParts {
  readonly handle: (request: Request, peer: Peer) => Promise<Delivery>;
  readonly limits: Limits | false;
  readonly sandbox: Sandbox;
  readonly world: () => World;
  /** Called when a request to the control may have changed something. */
  readonly onChange: () => void;
}

/** Starts a plain HTTP/1.1 server that counts sockets per remote address, idle ones too. */
export async function startServer(parts: ServerParts, options: ListenOptions): Promise<SandboxServer> {
  checkListenOptions(options);
  const { handle, limits, sandbox, world, onChange } = parts;
  const { port = 0, hostname = '127.0.0.1', tls, control = false, hosts = [] } = options;
  const { headersTimeout = 10_000, requestTimeout = 60_000 } = options;
  const { getRequestListener } = await import('@hono/node-server');
  const http = await import('node:http');
  const https = await import('node:https');
  const certificate = tls === true ? await makeCertificate([...loopback, hostname, ...hosts]) : tls;
  const sockets = new Sockets(limits === false ? Infinity : limits.connections);
  const starts: number[] = [];
  let requests = 0;
  let refused = 0;

  const counts = () => ({ ...sockets.counts(), requests, refused });
  const remote = control ? new RemoteControl(sandbox, world, counts, { own: hostname, hosts }) : undefined;

  const take = async (request: Request, socket: Socket, malformed?: ApiFailure): Promise<Delivery> => {
    requests += 1;
    keepNewest(starts, performance.now(), sandbox.settings.historySize);
    const overLimit = sockets.isRefused(socket);
    const address = socket.remoteAddress ?? 'unknown';
    const delivery = await handle(request, { address, overLimit, ...(malformed && { malformed }) });
    if (delivery.kind === 'dropped') return delivery;
    if (delivery.encoded.status === 429) refused += 1;
    if (overLimit) delivery.encoded.headers.set('Connection', 'close');
    return delivery;
  };

  const send = async (delivery: Delivery, { socket }: IncomingMessage, outgoing: ServerResponse): Promise<Response> => {
    if (delivery.kind !== 'truncated' && delivery.kind !== 'dropped') return toResponse(delivery);
    if (delivery.kind === 'truncated') {
      const { status, headers, body } = delivery.encoded;
      outgoing.writeHead(status, Object.fromEntries(headers));
      for await (const chunk of firstBytes(body, delivery.keep)) {
        await new Promise<unknown>((resolve) => outgoing.write(chunk, resolve));
      }
    }
    socket.destroy();
    return emptyResponse();
  };

  const respond = async (request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> => {
    const { socket } = incoming;
    if (remote === undefined || !isBelow(controlPath, request)) {
      return send(await take(request, socket), incoming, outgoing);
    }
    sockets.forget(socket);
    const response = await remote.respond(request, socket);
    if (request.method !== 'GET') onChange();
    // Its socket no longer counts towards the limit, so it may carry no request to the platform.
    response.headers.set('Connection', 'close');
    return response;
  };

  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    // Only HTTP/1.0 allows a request without it (RFC 9112, section 3.2).
    const host = incoming.headers.host ?? (incoming.httpVersion === '1.0' ? addressOf(socket) : '');
    const hostsSent = incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    const malformed = !isHost(host) || hostsSent > 1;
    incoming.headers.host = malformed ? addressOf(socket) : host;
    const refuse = async (what: string) =>
      send(await take(readableRequest(socket, incoming), socket, badRequest(what)), incoming, outgoing);
    const listen = getRequestListener(
      (request) => (malformed ? refuse('Malformed Host header') : respond(request, incoming, outgoing)),
      { overrideGlobalObjects: false, errorHandler: () => refuse('Malformed request target') },
    );
    await listen(incoming, outgoing);
  };

  const timeouts = {
    ...{ headersTimeout, requestTimeout: Math.max(headersTimeout, requestTimeout), requireHostHeader: false },
    connectionsCheckingInterval: Math.min(1000, Math.ceil(headersTimeout / 2)),
  };
  const server =
    certificate === undefined
      ? http.createServer(timeouts, listener)
      : https.createServer({ ...timeouts, ...certificate, handshakeTimeout: headersTimeout }, listener);
  const current = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>();
  server.on('request', (incoming, outgoing) => void current.set(incoming.socket, [incoming, outgoing]));
  server.on('clientError', async (error: NodeJS.ErrnoException, socket: Socket) => {
    const [incoming, outgoing] = current.get(socket) ?? [];
    // A second response to one request, or inside another response, would be misread.
    const begun = outgoing?.headersSent === true && !(outgoing.writableFinished && incoming?.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || begun) return socket.destroy();
    const delivery = await take(readableRequest(socket), socket, failureOf(error));
    return delivery.kind === 'complete' && socket.writable ? writeOver(socket, delivery.encoded) : socket.destroy();
  });
  // With TLS a request has only the encrypted socket. The plain socket is needed to end a hanging handshake.
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
  const url = `${tls === undefined ? 'http' : 'https'}://${reachableHost(server.address() as AddressInfo)}`;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    // The server closes shortly before its sockets report it, and the counts follow these reports.
    const gone = [...connections].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    for (const socket of connections) socket.destroy();
    await Promise.all([closed, ...gone]);
  };
  return {
    url,
    baseUrl: `${url}/api/2`,
    authority: certificate !== undefined && 'authority' in certificate ? certificate.authority : undefined,
    stats: () => ({ ...counts(), starts: [...starts] }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isBelow(path: string, { url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** A server that listens on all addresses is reached under a loopback address: no client can connect to `0.0.0.0`. */
function reachableHost({ address, family, port }: AddressInfo): string {
  if (family === 'IPv6') return `[${address === '::' ? '::1' : address}]:${port}`;
  return `${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
}
