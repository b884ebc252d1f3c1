import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Application, type ConnectOptions, connect } from 'care-platform';
import { onTestFinished, vi } from 'vitest';
import { applicationDocument, type Document } from './documents.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on the loopback address, for what sockets do. It closes when its test ends. */
export interface RawServer {
  readonly baseUrl: string;
  /** Requests whose response has not ended and whose socket is open. */
  readonly running: number;
  /** Method and path of each request that came, without the one of `connect`. */
  readonly requests: string[];
  connect(options?: Partial<ConnectOptions>): Promise<Application>;
}

/** `handler` responds to every request but that of the application root. */
export async function rawServer(handler: Handler): Promise<RawServer> {
  const running = new Set<ServerResponse>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/api/2') {
      sendJson(response, applicationDocument({}, baseUrl));
      return;
    }
    requests.push(`${request.method} ${request.url}`);
    running.add(response);
    response.on('close', () => running.delete(response));
    handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/2`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    baseUrl,
    get running() {
      return running.size;
    },
    requests,
    async connect(options = {}) {
      const care = await connect({ baseUrl, token: 'token-of-the-tests', retry: 0, ...options });
      onTestFinished(() => care.close());
      return care;
    },
  };
}

export function sendJson(response: ServerResponse, document: Document, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' });
  response.end(JSON.stringify(document));
}

/** Sends parts that arrive one by one: those written in one go would arrive as one. */
export async function sendParts(response: ServerResponse, parts: Iterable<Uint8Array>): Promise<void> {
  for (const part of parts) {
    await new Promise((resolve) => response.write(part, resolve));
    for (let turns = 0; turns < 2; turns++) await setImmediate();
  }
  response.end();
}

/** Each of its bytes. */
export function singly(content: string | Uint8Array): Uint8Array[] {
  return [...Buffer.from(content)].map((byte) => Uint8Array.of(byte));
}

/** Waits until it holds; the test times out if it never does. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (!condition()) throw new Error('It does not hold yet.');
    },
    { timeout: 15_000, interval: 5 },
  );
}
