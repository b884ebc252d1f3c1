// npm run bench: a download of 1 GiB against a bare fetch to the same disk, and 2 million rows, over real HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jobs, Measured, Way } from './downloads/jobs.ts';

/** MiB for what V8 has not collected yet; left alone it grows to ten times that whatever a program holds. */
const nursery = '--max-semi-space-size=8';

const here = (path: string) => fileURLToPath(new URL(`./downloads/${path}`, import.meta.url));

/** The first line that a program of its own writes. */
async function firstLine(path: string, ...options: string[]) {
  const child = spawn(process.execPath, [nursery, here(path), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let output = '';
  for await (const text of child.stdout) {
    output += text;
    if (output.includes('\n')) break;
  }
  if (!output.includes('\n')) throw new Error(`${path} wrote nothing.`);
  return { child, line: output };
}

const folder = await mkdtemp(join(tmpdir(), 'care-platform-bench-'));
const { child: platform, line: jobs } = await firstLine('platform.ts');

async function measure(way: Way): Promise<Measured> {
  const { line } = await firstLine('measure.ts', way, JSON.stringify(JSON.parse(jobs) as Jobs), folder);
  await rm(join(folder, way), { force: true });
  return JSON.parse(line) as Measured;
}

const speed = ({ count, seconds }: Measured) => count / 2 ** 20 / seconds;
const fastest = (some: readonly Measured[]) => Math.max(...some.map(speed));

/** Whether the memory stayed what it was after a small download. */
function steady(some: readonly Measured[], whose = ''): boolean {
  const warm = Math.max(...some.map(({ growth }) => growth.warm));
  const idle = Math.max(...some.map(({ growth }) => growth.idle));
  const label = `  memory ${whose}`.padEnd(23);
  console.log(`${label}${warm.toFixed(0)} MiB more than after a small one (goal 64), ${idle.toFixed(0)} than before`);
  return warm <= 64;
}

try {
  const bare: Measured[] = [];
  const saved: Measured[] = [];
  // In turn, so that a slow moment of the machine hits both.
  for (let round = 0; round < 3; round++) {
    bare.push(await measure('fetch'));
    saved.push(await measure('save'));
  }
  const ratio = fastest(saved) / fastest(bare);
  console.log(`1 GiB to disk: ${fastest(saved).toFixed(0)} MiB/s`);
  console.log(`  bare fetch           ${fastest(bare).toFixed(0)} MiB/s; ratio ${ratio.toFixed(2)} (goal 0.8)`);
  const cpu = (some: readonly Measured[]) => Math.min(...some.map((one) => one.cpu)).toFixed(1);
  console.log(`  processor            ${cpu(saved)} s; bare fetch ${cpu(bare)} s`);
  let held = steady(saved) && ratio >= 0.8;
  steady(bare, 'of bare fetch ');
  for (const format of ['csv', 'json'] as const) {
    const rows = await measure(format);
    console.log(`${rows.count} rows of ${format}: ${rows.seconds.toFixed(1)} s`);
    held = steady([rows]) && rows.count === 2_000_000 && held;
  }
  console.log(held ? 'All goals hold.' : 'NOT all goals hold.');
  process.exitCode = held ? 0 : 1;
} finally {
  platform.kill();
  await once(platform, 'exit');
  await rm(folder, { recursive: true, force: true });
}
