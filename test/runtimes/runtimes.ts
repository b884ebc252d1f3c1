import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { freePort } from '../services/service.ts';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import type { Bundles } from './bundles.ts';
import { smokePlatform } from './platform.ts';
import type { SmokeReport, SmokeTask } from './smoke.ts';

/** Where the suite runs, and how. */
export interface Runtime {
  readonly name: string;
  readonly version: () => string;
  readonly inBrowser: boolean;
  /** Whether it tells a connection that was never made from one that broke. */
  readonly tells: boolean;
  /** `ends` is whether the process ended by itself; `undefined` where there is none that could. */
  run(task: SmokeTask, bundles: Bundles): Promise<{ report: SmokeReport; ends: boolean | undefined }>;
}

const installed = (path: string) => join(import.meta.dirname, 'node_modules', path);
const onServer = { inBrowser: false, tells: true };
const patience = 60_000;
const quietly = { encoding: 'utf8', stdio: 'pipe' } as const;

export const versionOf = (path: string): string =>
  /\d+\.\d+\.\d+/.exec(execFileSync(path, ['--version'], quietly))?.[0] ?? '';

/** A runtime that is a command. */
function command(name: string, path: string, format: 'esm' | 'cjs', before: readonly string[] = []): Runtime {
  return {
    name: format === 'cjs' ? `${name}, CommonJS` : name,
    version: () => versionOf(path),
    ...onServer,
    async run(task, bundles) {
      const args = [...before, bundles[format], JSON.stringify(task)];
      const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: patience });
      let reported = Number.NaN;
      child.stdout.once('data', () => {
        reported = performance.now();
      });
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const ends = code === 0 && performance.now() - reported < 2000;
      return { report: JSON.parse(output), ends };
    },
  };
}

/** The runtime of Cloudflare Workers as it was at a date. */
const workerd = (compatibilityDate: string): Runtime => ({
  name: 'workerd',
  version: () => compatibilityDate,
  ...onServer,
  // All its failures read alike.
  tells: false,
  async run(task, bundles) {
    const port = await freePort();
    const configuration = join(bundles.folder, 'workerd.capnp');
    writeFileSync(configuration, workerConfiguration(port, basename(bundles.worker), compatibilityDate));
    const child = spawn(installed('@cloudflare/workerd-linux-64/bin/workerd'), ['serve', configuration], {
      stdio: 'inherit',
    });
    const ended = once(child, 'exit');
    try {
      const report = await asked(`http://127.0.0.1:${port}`, task);
      return { report: { ...report, throttle: report.throttle || (await sideBySide(port)) }, ends: undefined };
    } finally {
      child.kill();
      await ended;
    }
  },
});

/** Requests of the server that run at once must not wait for each other's timers, which end with them. */
async function sideBySide(port: number): Promise<string> {
  await using platform = await smokePlatform({ inBrowser: false, tells: false, limits: false });
  const readers = Array.from({ length: 12 }, async (_, index) => {
    // One after another, so that some end while others wait.
    await setTimeout(index * 40);
    const task = { ...platform.task, requests: 10 };
    const response = await fetch(`http://127.0.0.1:${port}/reads`, { method: 'POST', body: JSON.stringify(task) });
    return (await response.json()) as number;
  });
  const read = await Promise.allSettled(readers);
  return read.every(({ status }) => status === 'fulfilled') ? '' : 'a request waited for another’s timer';
}

const page: Runtime = {
  name: 'Chromium',
  // Whichever the operating system has: it is another one every month.
  version: () => 'current',
  inBrowser: true,
  tells: false,
  async run(task, bundles) {
    // Of another origin than the platform's, as portals are.
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumArguments });
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${port}`);
      await tab.addScriptTag({ path: bundles.page, type: 'module' });
      await tab.waitForFunction('globalThis.smoke !== undefined');
      return { report: await tab.evaluate(`smoke(${JSON.stringify(task)})`), ends: undefined };
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  },
};

/** The oldest that is supported, that of this project, and the newest. */
export const nodes = [installed('node-22/bin/node'), process.execPath, installed('node-26/bin/node')] as const;
const [oldestNode, ownNode, newestNode] = nodes;
const bun = installed('@oven/bun-linux-x64-baseline/bin/bun');
const deno = installed('@deno/linux-x64-glibc/deno');

export const runtimes: readonly Runtime[] = [
  command('Node', oldestNode, 'esm'),
  command('Node', oldestNode, 'cjs'),
  command('Node', ownNode, 'esm'),
  command('Node', ownNode, 'cjs'),
  command('Node', newestNode, 'esm'),
  command('Node', newestNode, 'cjs'),
  command('Bun', bun, 'esm'),
  command('Bun', bun, 'cjs'),
  command('Deno', deno, 'esm', ['run', '--allow-net=127.0.0.1', '--allow-env', '--node-modules-dir=manual']),
  workerd('2022-11-30'), // the least one of docs/versioning.md
  workerd('2026-11-01'),
  page,
];

function workerConfiguration(port: number, worker: string, compatibilityDate: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "${worker}")], compatibilityDate = "${compatibilityDate}")),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** The worker's report, once it listens. */
async function asked(url: string, task: SmokeTask): Promise<SmokeReport> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(task),
        signal: AbortSignal.timeout(patience),
      });
      return (await response.json()) as SmokeReport;
    } catch (failure) {
      if (attempt === 100 || !(failure instanceof TypeError)) throw failure;
      await setTimeout(50);
    }
  }
}
