import type { ServerResponse } from 'node:http';
import { exportJobDocument } from './documents.js';
import { rawServer, sendJson, sendParts, singly } from './raw-server.js';

export type Bytes = Uint8Array | string;

export interface Exported {
  readonly fields?: Record<string, unknown>;
  readonly options?: Record<string, unknown>;
  readonly type?: string;
  /** One byte in each chunk. */
  readonly slowly?: boolean;
  readonly send?: (response: ServerResponse) => unknown;
}

/** A finished export over real HTTP, whose file has these bytes. */
export async function exported(content: Bytes, { fields, options, type, slowly, send }: Exported = {}) {
  const server = await rawServer((request, response) => {
    if (request.url === '/api/2/export/j1') {
      const document = exportJobDocument(
        { state: 'completed', options: { name: 'client', output_format: 'csv', ...options }, ...fields },
        { download: '/export/j1/download' },
        server.baseUrl,
      );
      sendJson(response, document);
      return;
    }
    response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    if (send !== undefined) void send(response);
    else if (slowly) void sendParts(response, singly(content));
    else response.end(content);
  });
  const care = await server.connect();
  const job = await care.exportJob(`${server.baseUrl}/export/j1`);
  return { job, care, server };
}

export async function rowsOf(content: Bytes, details: Exported = {}): Promise<unknown[]> {
  const { job } = await exported(content, details);
  const rows: unknown[] = [];
  for await (const row of job.rows()) rows.push(row);
  return rows;
}

export const json = { options: { output_format: 'json' } };

/** Writes pieces until the reader has had enough; and how many were written. */
export function endless(begin: string, piece: string) {
  const written = { pieces: 0 };
  const send = (response: ServerResponse) => {
    const more = () => {
      while (written.pieces++ < 400) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    response.write(begin);
    more();
  };
  return { send, written };
}
