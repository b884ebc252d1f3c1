// npm run bench:throttle: the same requests at nginx through this package and through what others use, against the bound.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSandbox } from 'care-platform/sandbox';
import {
  type Burst,
  highestInASecond,
  highestSockets,
  type NginxRequest,
  refusals,
  startNginx,
} from '../services/nginx.ts';
import { startRedis } from '../services/redis.ts';
import { missingPrograms } from '../services/service.ts';
import { runWorkers } from '../services/workers.ts';
import { drawing, type Line } from './drawing.ts';
import type { Outcome, Task } from './task.ts';

const requests = 330;
const processes = 4;
const patience = 90_000;
/** Seconds: with a burst of 29, evenly spaced in Redis, and where the server allows five or none at once. */
const bounds = { burst: (requests - 29) / 30, even: requests / 30 };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const missing = missingPrograms(['nginx', 'redis-server']);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

type Work = (task: Task) => Promise<Outcome | undefined>;

/** A program of its own, so that no run has the sockets of another. `undefined`: it did not end in time. */
const program =
  (path: string): Work =>
  (task) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [here(path), JSON.stringify(task)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (text: Buffer) => {
        output += text;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      child.once('close', (code, signal) => {
        clearTimeout(timer);
        if (signal === 'SIGKILL') resolve(undefined);
        else if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
        else reject(new Error(`${path} ended with ${code ?? signal}.`));
      });
    });

const throughRedis: Work = async ({ baseUrl, token }) => {
  const redis = await startRedis();
  const folder = here('../../dist');
  const each = Math.floor(requests / processes);
  const workers = await runWorkers({ folder, baseUrl, token, processes, redisPort: redis.port, requests: each });
  await redis.stop();
  return { seconds: Number.NaN, failed: workers.filter(({ code }) => code !== 0).length };
};

async function run(name: string, burst: Burst, bound: number, work: Work): Promise<Line> {
  const sandbox = createSandbox({ limits: false });
  const server = await sandbox.listen();
  const nginx = await startNginx(server.url, burst);
  const { baseUrl } = nginx;
  const task = { baseUrl, url: `${baseUrl}/aux/client/id/EHR-1042`, token: sandbox.tokens.apiUser, requests };
  const outcome = await work(task);
  const all = await nginx.requests(0);
  await nginx.stop();
  await server.close();
  // Those of `connect` come first, and a second before the others where only one process is measured.
  const counted = all.slice(Math.max(0, all.length - refusals(all) - requests));
  report(name, bound, outcome, counted);
  return { name, requests: counted };
}

function report(name: string, bound: number, outcome: Outcome | undefined, all: readonly NginxRequest[]): void {
  const [first, last] = [all.at(0), all.at(-1)];
  const span = ((last?.start ?? 0) - (first?.start ?? 0)) / 1000;
  const seconds = outcome === undefined || Number.isNaN(outcome.seconds) ? span : outcome.seconds;
  const cells = [
    outcome === undefined ? `over ${patience / 1000} s` : `${seconds.toFixed(2)} s`,
    outcome === undefined ? 'abandoned' : (seconds / bound).toFixed(3),
    refusals(all),
    refusals(all.slice(-100)),
    outcome?.failed ?? '?',
    highestInASecond(all),
    highestSockets(all),
  ];
  console.log(name.padEnd(44) + cells.map((cell) => String(cell).padStart(13)).join(''));
}

console.log(
  `${requests} GETs at nginx, 30 requests/s, 20 connections. Bound with burst=30: ${bounds.burst.toFixed(2)} s\n`,
);
const columns = ['time', 'time / bound', 'refused', 'of last 100', 'failed calls', 'most per 1 s', 'most sockets'];
console.log(' '.repeat(44) + columns.map((column) => column.padStart(13)).join(''));

const own = program('care-platform.ts');
const lines = [await run('care-platform', 30, bounds.burst, own)];
await run('care-platform, nginx with burst=5, unknown to it', 5, bounds.even, own);
await run('care-platform, nginx without burst, unknown to it', 0, bounds.even, own);
lines.push(await run('care-platform/redis, 4 processes', 30, bounds.even, throughRedis));

if (existsSync(here('peers/node_modules'))) {
  for (const [name, path] of [
    ['bottleneck, refilled reservoir', 'peers/bottleneck.ts'],
    ['p-throttle and fetch', 'peers/p-throttle.ts'],
    ['octokit, throttling and retry', 'peers/octokit.ts'],
    ['ky, 10 retries', 'peers/ky.ts'],
  ] as const) {
    lines.push(await run(name, 30, bounds.burst, program(path)));
  }
  mkdirSync(here('../../docs'), { recursive: true });
  writeFileSync(here('../../docs/throttle.svg'), drawing(lines));
  console.log('\nThe starts of all requests are drawn in docs/throttle.svg.');
} else {
  console.log('\nOthers to compare with: npm install --prefix test/bench/peers');
}
