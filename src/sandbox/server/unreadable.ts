import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isStreamed } from '../http/body/streamed-body.js';
import type { Encoded } from '../http/response/encode.js';
import { ApiFailure, badRequest } from '../world/failure.js';

/** A request whose target or `Host` cannot be read, with the address of its connection instead. */
export function readableRequest(socket: Socket, incoming?: IncomingMessage): Request {
  const host = addressOf(socket);
  const path = /^\/[!-~]*$/.test(incoming?.url ?? '') ? incoming?.url : '/';
  const url = URL.parse(`http://${host}${path}`) ?? new URL(`http://${host}/`);
  // The body is not read, and `Request` may not accept the method.
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  return Object.defineProperty(request, 'method', { value: incoming?.method ?? 'GET' });
}

/** The address under which a caller reached the server, in the form of a `Host` header. */
export function addressOf({ localAddress = '127.0.0.1', localPort = 0 }: Socket): string {
  const address = localAddress.replace(/^::ffff:/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** RFC 9110, section 7.2: one name with an optional port, and nothing that a URL would read differently. */
export function isHost(host: string): boolean {
  const name = String.raw`[\w.~!$&'()*+,;=%-]+`;
  return new RegExp(`^(?:${name}|\\[[\\da-f:.]+\\])(?::\\d{1,5})?$`, 'i').test(host) && URL.canParse(`http://${host}/`);
}

/** The failure for a request that Node could not read, or that took too long. */
export function failureOf(error: NodeJS.ErrnoException): ApiFailure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiFailure(408, 'Request timeout');
  if (error.code === 'HPE_HEADER_OVERFLOW') return new ApiFailure(431, 'Request header fields too large');
  return badRequest('Malformed request');
}

/** Writes to a socket for which Node has no response object. */
export function writeOver(socket: Socket, { status, headers, body }: Encoded): void {
  const lines = [
    `HTTP/1.1 ${status} `,
    'Connection: close',
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (body !== null && !isStreamed(body)) socket.write(body);
  // Does not wait until the caller ends its side.
  socket.destroySoon();
}
