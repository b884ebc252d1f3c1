import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { inject } from 'vitest';

const types: Record<string, string> = { '.html': 'text/html;charset=UTF-8', '.js': 'text/javascript' };

export interface WebServer extends AsyncDisposable {
  readonly origin: string;
  /** What browsers reported of breaches of the policy. */
  readonly reports: readonly string[];
}

/** Serves the built pages, under a policy that reports each breach. */
export async function webServer(policy?: string): Promise<WebServer> {
  const reports: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      for await (const chunk of request) reports.push(String(chunk));
      response.writeHead(204).end();
      return;
    }
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const content = await readFile(join(inject('site'), path)).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, {
      'Content-Type': types[extname(path)] ?? 'text/plain',
      ...(policy !== undefined && { 'Content-Security-Policy': `${policy}; report-uri /breaches` }),
    });
    response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reports,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
