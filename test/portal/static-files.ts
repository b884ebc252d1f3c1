import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { contentSecurityPolicy } from '../../examples/portal/content-security-policy.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** As an ordinary web server gives out the portal: files, and the headers that its README asks for. */
export async function serveFiles(folder: string): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const headers = {
    'Content-Security-Policy': `${contentSecurityPolicy([])}; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(pathname === '/' ? '/index.html' : pathname);
    const content = await readFile(join(folder, path)).catch(() => undefined);
    const type = contentTypes[extname(path)] ?? 'application/octet-stream';
    response.writeHead(content === undefined ? 404 : 200, { ...headers, 'Content-Type': type });
    response.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
