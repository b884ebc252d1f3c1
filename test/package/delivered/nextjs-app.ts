// The example with Next.js, as its readers would have it: away from this project, with the tarball installed.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface NextApp {
  readonly origin: string;
  /** The text of each file that a browser can load. */
  readonly clientFiles: readonly string[];
  /** What the server printed: the errors of pages are only there. */
  readonly printed: () => string;
  close(): Promise<void>;
}

const source = resolve(import.meta.dirname, '../../../examples/nextjs');
const notCopied = ['node_modules', '.next'];

/** Installs, builds and starts it for one platform. */
export async function startNextApp(tarball: string, baseUrl: string): Promise<NextApp> {
  // Two folders down, since its configuration names the folder above those as the root.
  const folder = join(tarball, '../examples/nextjs');
  cpSync(source, folder, { recursive: true, filter: (path) => !notCopied.includes(basename(path)) });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.dependencies['care-platform'] = `file:${tarball}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await promisify(execFile)('npm', ['install', ...quiet], { cwd: folder, env: environment() });
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const build = promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env: environment() });
  await build.catch((failure) => Promise.reject(new Error(`${failure.stdout}\n${failure.stderr}`)));
  const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    env: environment({ CARE_BASE_URL: baseUrl }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const files = readdirSync(join(folder, '.next/static'), { recursive: true, withFileTypes: true });
  return {
    origin: await originOf(server, () => printed),
    printed: () => printed,
    clientFiles: files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
    async close() {
      // At once: a graceful end waits for the connections that the tests keep open.
      server.kill('SIGKILL');
      await once(server, 'exit');
      // It has many files. The teardown of all tests would remove them at once, and block meanwhile.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without what npm and vitest set for this project. */
function environment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_(ENV|OPTIONS)$)/i.test(name));
  return { ...Object.fromEntries(own), NEXT_TELEMETRY_DISABLED: '1', ...added } as NodeJS.ProcessEnv;
}

async function originOf(server: ChildProcess, printed: () => string): Promise<string> {
  while (server.exitCode === null) {
    const [, origin] = /Local:\s+(http:\S+)/.exec(printed()) ?? [];
    if (origin !== undefined) return origin;
    await setTimeout(50);
  }
  throw new Error(`The server ended: ${printed()}`);
}
