import { setTimeout as pause } from 'node:timers/promises';
import { type Application, connect, type Fetch, type ThrottleOptions } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { PrintedOutput } from './printed-output.js';
import type { Findings } from './report.js';

/** A sandbox behind a real server, and a connection to it of which everything printed is read. */
export interface Platform {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly care: Application;
  readonly prints: PrintedOutput;
  /** GETs that had a good response, by URL. */
  readonly reads: ReadonlyMap<string, number>;
  /** By a text of its body: called as soon as a POST of it is lost, and before its caller knows. */
  readonly whenLost: Map<string, () => void>;
}

/** Fast, so that much happens in little time; as many sockets as the real one takes. */
const fast: ThrottleOptions = { requestsPerSecond: 1000, burst: 1000, connections: 20 };

export async function startPlatform(seed: number, options: { retry?: number } = {}): Promise<Platform> {
  // The sockets are counted, not refused: on a busy machine the end of one may be noticed after the next has begun.
  const unlimited = { requestsPerSecond: 1e6, burst: 1e6, connections: 1000 };
  const settings = { exportQueuedFor: 20, exportRunsFor: 20 };
  const sandbox = createSandbox({ seed, limits: unlimited, settings });
  const server = await sandbox.listen();
  const token = sandbox.tokens.apiUser;
  const prints = new PrintedOutput(token);
  const { logger, hooks } = prints;
  const reads = new Map<string, number>();
  const whenLost = new Map<string, () => void>();
  const counting: Fetch = async (url, init) => {
    const response = await fetch(url, init).catch((failure: unknown) => {
      for (const [text, callback] of whenLost) {
        if (init.method !== 'POST' || init.body?.includes(text) !== true) continue;
        whenLost.delete(text);
        callback();
      }
      throw failure;
    });
    if (init.method === 'GET' && response.ok) reads.set(url, (reads.get(url) ?? 0) + 1);
    return response;
  };
  const common = { baseUrl: server.baseUrl, token, throttle: fast, logger, hooks, fetch: counting };
  const care = await connect({ ...common, ...options });
  return { sandbox, server, care, prints, reads, whenLost };
}

/** Lets the platform be well again, and what lands late land. */
export async function settled({ sandbox }: Platform): Promise<void> {
  sandbox.faults.clear();
  await pause(lateAtMost + 50);
}

/** Milliseconds. */
const lateAtMost = 1200;

/** Ends both; whatever the connection still has open by then is reported. */
export async function stopPlatform({ care, server }: Platform, findings: Findings): Promise<void> {
  // A connection counts as free some turns of the loop after its response, and 300 ms after one that was given up.
  for (let waited = 0; waited < 500 && care.throttle.stats().running > 0; waited += 20) await pause(20);
  const { queued, running } = care.throttle.stats();
  findings.figure('Calls queued and running afterwards', `${queued} and ${running}`);
  findings.bound(`${queued} calls were queued and ${running} running afterwards.`, queued + running === 0);
  care.close();
  // It closes idle connections, and none whose response was neither read to its end nor cancelled.
  const dispatcher = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as { close(): Promise<void> };
  await Promise.race([dispatcher.close(), pause(500, undefined, { ref: false })]);
  const { openConnections, highestConnections } = server.stats();
  findings.figure('Most sockets at once, and those left open', `${highestConnections} and ${openConnections}`);
  findings.bound(`${highestConnections} sockets were open at once.`, highestConnections <= 20);
  findings.bound(`${openConnections} sockets were left open.`, openConnections === 0);
  await server.close();
}
