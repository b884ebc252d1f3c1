import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Encoded } from '../http/encode.js';
import { isStreamed } from '../http/streamed-body.js';
import { ApiFailure, badRequest } from '../world/failure.js';

/** A request whose target or `Host` cannot be read, under the address that it came in on. */
export function readableRequest(socket: Socket, incoming?: IncomingMessage): Request {
  const host = addressOf(socket);
  const path = /^\/[!-~]*$/.test(incoming?.url ?? '') ? incoming?.url : '/';
  const url = URL.parse(`http://${host}${path}`) ?? new URL(`http://${host}/`);
  // The body is not read, and the method may be one that `Request` does not take.
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  return Object.defineProperty(request, 'method', { value: incoming?.method ?? 'GET' });
}

/** Where a caller reached the server, as a `Host` names it. */
export function addressOf({ localAddress = '127.0.0.1', localPort = 0 }: Socket): string {
  const address = localAddress.replace(/^::ffff:/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** RFC 9110, section 7.2: one name with an optional port, and nothing that a URL reads otherwise. */
export function isHost(host: string): boolean {
  const name = String.raw`[\w.~!$&'()*+,;=%-]+`;
  return new RegExp(`^(?:${name}|\\[[\\da-f:.]+\\])(?::\\d{1,5})?$`, 'i').test(host) && URL.canParse(`http://${host}/`);
}

/** What Node could not read, or waited for too long. */
export function failureOf(error: NodeJS.ErrnoException): ApiFailure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiFailure(408, 'Request timeout');
  if (error.code === 'HPE_HEADER_OVERFLOW') return new ApiFailure(431, 'Request header fields too large');
  return badRequest('Malformed request');
}

/** Over a socket that has no response of Node's. */
export function writeOver(socket: Socket, { status, headers, body }: Encoded): void {
  const lines = [
    `HTTP/1.1 ${status} `,
    'Connection: close',
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (body !== null && !isStreamed(body)) socket.write(body);
  // Without waiting for the caller to end its side too.
  socket.destroySoon();
}
