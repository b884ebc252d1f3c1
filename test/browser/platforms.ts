// The platforms of the browser's tests: sandboxes over HTTP, on an origin of their own, with CORS as it really is.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from '../../src/sandbox/index.ts';

/** A request as it came over the socket, preflights too. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface LocalPlatform {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly seen: readonly Seen[];
}

export interface PlatformOptions extends Pick<SandboxOptions, 'clients' | 'settings' | 'limits'> {
  /** Response headers that a page may read beyond the always readable ones. Default: none, as with a platform that is not set up for it. */
  readonly exposedHeaders?: readonly string[];
  /** Whose pages may read at all. Default: any. */
  readonly origins?: readonly string[];
}

const seenByPort = new Map<number | undefined, Seen[]>();
// Nobody stands between browser and sandbox, who could change a header.
subscribe('http.server.request.start', (message) => {
  const { method = '', url = '', headers, socket } = (message as { request: IncomingMessage }).request;
  seenByPort.get(socket.localPort)?.push({ method, url, headers });
});

export async function openPlatform(given: PlatformOptions = {}): Promise<LocalPlatform> {
  const { exposedHeaders = [], origins = '*', ...options } = given;
  const sandbox = createSandbox({
    ...options,
    settings: { exportQueuedFor: 0, exportRunsFor: 0, ...options.settings },
    // Its time is the page's, which many a page cannot know any better.
    clock: { start: new Date() },
    cors: { origins, exposedHeaders },
  });
  const server = await sandbox.listen();
  const seen: Seen[] = [];
  seenByPort.set(Number(new URL(server.url).port), seen);
  return { sandbox, server, seen };
}
