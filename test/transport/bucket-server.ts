import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BucketOptions {
  /** Requests the bucket holds; the next is refused. */
  capacity?: number;
  perSecond?: number;
  /** Milliseconds until the headers, and from there to the end of the body. */
  headersAfter?: number;
  bodyAfter?: number;
}

export interface BucketServer extends AsyncDisposable {
  readonly origin: string;
  /** The paths served, in order of arrival. */
  readonly served: string[];
  /** When each served request came, in milliseconds. */
  readonly times: number[];
  /** When each refused request came. */
  readonly refusals: number[];
  /** Refuses everything until then, in milliseconds on `performance.now`. */
  closedUntil: number;
  highestSockets(): number;
}

/** Drains evenly and refuses the very first request that does not fit, as a leaky bucket is defined to. */
export async function bucketServer(options: BucketOptions = {}): Promise<BucketServer> {
  const { capacity = 30, perSecond = 30, headersAfter = 0, bodyAfter = 0 } = options;
  const served: string[] = [];
  const times: number[] = [];
  const refusals: number[] = [];
  let level = 0;
  let settledAt = 0;
  let sockets = 0;
  let highest = 0;
  let closedUntil = 0;

  const respond = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.flushHeaders();
    if (bodyAfter > 0) setTimeout(() => response.end('done'), bodyAfter);
    else response.end('done');
  };
  const server = createServer((request, response) => {
    const now = performance.now();
    level = Math.max(0, level - ((now - settledAt) * perSecond) / 1000);
    settledAt = now;
    if (level + 1 > capacity || now < closedUntil) {
      refusals.push(now);
      response.writeHead(429).end('slow down');
      return;
    }
    level++;
    served.push(request.url ?? '');
    times.push(now);
    if (headersAfter > 0) setTimeout(respond, headersAfter, response);
    else respond(response);
  });
  server.on('connection', (socket) => {
    sockets++;
    let isOpen = true;
    const leave = () => {
      if (isOpen) sockets--;
      isOpen = false;
    };
    // Its end is noticed before its close; and a loop turn may show a new socket before the end of the one it replaces.
    socket.on('end', leave).on('close', leave).on('error', leave);
    setImmediate(() =>
      setImmediate(() =>
        setImmediate(() => {
          highest = Math.max(highest, sockets);
        }),
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    served,
    times,
    refusals,
    get closedUntil() {
      return closedUntil;
    },
    set closedUntil(until) {
      closedUntil = until;
    },
    highestSockets: () => highest,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
