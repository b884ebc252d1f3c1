import { type Application, connect, type ThrottleOptions } from 'care-platform';
import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { Prints } from './prints.js';

/** A sandbox behind a real server, and a connection to it of which everything printed is read. */
export interface Platform {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly care: Application;
  readonly prints: Prints;
}

/** Fast, so that much happens in little time; as many sockets as the real one takes. */
const fast: ThrottleOptions = { requestsPerSecond: 1000, burst: 1000, connections: 20 };

export async function startPlatform(seed: number, options: { retry?: number } = {}): Promise<Platform> {
  const unlimited = { requestsPerSecond: 1e6, burst: 1e6, connections: 20 };
  const settings = { exportQueuedFor: 20, exportRunsFor: 20 };
  const sandbox = createSandbox({ seed, limits: unlimited, settings });
  const server = await sandbox.listen();
  const token = sandbox.tokens.apiUser;
  const prints = new Prints(token);
  const { logger, hooks } = prints;
  const care = await connect({ baseUrl: server.baseUrl, token, throttle: fast, logger, hooks, ...options });
  return { sandbox, server, care, prints };
}

/** Lets the platform be well again, and what lands late land. */
export async function settled({ sandbox }: Platform): Promise<void> {
  sandbox.faults.clear();
  await new Promise((resolve) => setTimeout(resolve, lateAtMost + 50));
}

/** Milliseconds. */
const lateAtMost = 1200;

export async function stopPlatform({ care, server }: Platform): Promise<void> {
  care.close();
  await server.close();
}
