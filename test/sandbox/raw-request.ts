import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  /** `Host` too, which `fetch` does not let a caller choose. */
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** One request over a connection of its own, with exactly these headers. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** All that comes back for these bytes, which need not be HTTP, until the connection ends. */
export function rawBytes(url: string, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = openSocket(url);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    socket.write(sent);
  });
}

export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}
