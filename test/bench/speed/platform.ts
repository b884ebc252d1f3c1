// A platform that costs next to nothing, in a process of its own: each response is a text that it has already.
import { createServer } from 'node:http';
import { client, page, root } from './documents.ts';

const total = 100_000;
let base = '';
let one = '';

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', base);
  let body = one;
  if (pathname.endsWith('/c/items')) {
    const [start, limit] = [Number(searchParams.get('start')), Number(searchParams.get('limit'))];
    body = page(base, { start, limit, total });
  } else if (pathname === '/api/2') body = root(base);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
// Longer than a round rests: a connection that it closed could just be taken.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The platform listens nowhere.');
  base = `http://127.0.0.1:${address.port}/api/2`;
  one = JSON.stringify(client(base, 1));
  console.log(base);
});
