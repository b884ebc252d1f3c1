import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createSandbox, type ServerStats } from 'care-platform/sandbox';
import { freePort } from '../services/service.ts';
import type { SmokeTask } from './smoke.ts';

export interface SmokePlatform extends AsyncDisposable {
  readonly task: SmokeTask;
  stats(): ServerStats;
}

/** The sandbox with its limits over HTTP, for one run, and what else the task asks. */
export async function smokePlatform(runtime: {
  inBrowser: boolean;
  tells: boolean;
  /** Without limits where `false`. */
  limits?: false;
}): Promise<SmokePlatform> {
  const sandbox = createSandbox({
    ...(runtime.limits === false && { limits: false }),
    cors: { origins: '*' },
    settings: { exportQueuedFor: 0, exportRunsFor: 50 },
  });
  const [client] = sandbox.control.users('client');
  if (client === undefined) throw new Error('The sandbox has no client.');
  sandbox.control.addPlannedEvent(client.key, { start: '2026-01-05T09:00:00' });
  sandbox.faults.add(
    { kind: 'stall', when: 'before', path: '/stalled', times: 100 },
    { kind: 'response', status: 429, path: '/busy' },
    { kind: 'response', status: 200, body: {}, path: '/busy' },
  );
  const server = await sandbox.listen();
  const hangingUp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.resetAndDestroy());
  }).listen(0, '127.0.0.1');
  await once(hangingUp, 'listening');
  const { inBrowser, tells } = runtime;
  return {
    task: {
      baseUrl: server.baseUrl,
      // The only user of the sandbox who may do all of it.
      token: sandbox.tokens.apiUser,
      tokenKind: inBrowser ? 'user' : 'apiUser',
      client: `${server.baseUrl}/c/${client.key}`,
      nobody: `http://127.0.0.1:${await freePort()}/api/2`,
      hangsUp: `http://127.0.0.1:${(hangingUp.address() as AddressInfo).port}/api/2`,
      knowsBroken: tells,
      requests: 90,
    },
    stats: () => server.stats(),
    async [Symbol.asyncDispose]() {
      hangingUp.close();
      await server.close();
    },
  };
}
