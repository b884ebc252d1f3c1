import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ServiceName = 'nginx' | 'redis-server' | 'tinyproxy';

/** A server of the operating system that one test starts for itself. */
export interface Service {
  readonly port: number;
  readonly folder: string;
  /** Sends a signal: SIGSTOP makes it hang. */
  signal(signal: NodeJS.Signals): void;
  /** Can be called again. */
  stop(): Promise<void>;
}

// Debian installs servers outside the `PATH` of other users.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` };
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program of the operating system that tests run. */
export type SystemProgram = ServiceName | 'openssl' | 'zsh' | 'fish';

const debianPackages: Readonly<Record<SystemProgram, string>> = {
  fish: 'fish',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  tinyproxy: 'tinyproxy',
  zsh: 'zsh',
};

/** How to install the missing programs; `undefined` if none is missing. */
export function missingPrograms(names: readonly SystemProgram[]): string | undefined {
  const missing = names.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`], { env }).status !== 0);
  if (missing.length === 0) return undefined;
  const packages = names.map((name) => debianPackages[name]).join(' ');
  return `${missing.join(' and ')} not installed; get what is needed with: apt-get install ${packages}`;
}

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The port has no number.');
  return address.port;
}

/** A new folder for temporary files. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'care-platform-'));
}

/** Starts it in the foreground, and resolves once its port accepts connections. */
export async function start(
  name: ServiceName,
  settings: { readonly args: readonly string[]; readonly port: number; readonly folder: string },
): Promise<Service> {
  const { args, port, folder } = settings;
  const child = spawn(name, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output = `${output}${text}`.slice(-2000);
    });
  }
  const ended = once(child, 'exit').finally(() => running.delete(child));
  await waitForPort(port, () => child.exitCode !== null).catch(async (failure: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${name} did not start: ${output}`, { cause: failure });
  });
  return {
    port,
    folder,
    signal: (signal) => child.kill(signal),
    async stop() {
      // SIGCONT first: a stopped process would not handle the second signal.
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 250 && !hasEnded(); attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('No server listens on its port.');
}
