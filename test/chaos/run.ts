// A run of its own: `run.ts <scenario> <count> <seed> [measured]` prints its report as the last line, and must then end by itself.

import { mixed } from './all-faults.js';
import { colliding } from './colliding.js';
import { creating } from './creating.js';
import { once } from './never-retried.js';
import { oneSignal } from './one-signal.js';
import type { Report } from './report.js';

const scenarios: Record<string, (count: number, seed: number, isMeasured: boolean) => Promise<Report>> = {
  creating,
  colliding,
  once,
  mixed,
  oneSignal,
};

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(`Unhandled rejection: ${reason}`));
process.on('warning', ({ name, message }) => unhandled.push(`Warning: ${name}: ${message}`));

// Times hold on a quiet machine only.
const [, , name = '', count, seed, measured] = process.argv;
const run = scenarios[name];
if (run === undefined) throw new Error(`There is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}.`);
const report = await run(Number(count), Number(seed), measured !== undefined);
await new Promise((resolve) => setTimeout(resolve, 50));
const done = performance.now();
process.on('exit', () => {
  const lingered = Math.round(performance.now() - done);
  const figures = [...report.figures, ['Milliseconds from the end of the work to the end of the process', lingered]];
  if (measured !== undefined && lingered > 1000) unhandled.push(`The process ended ${lingered} ms after its work.`);
  console.log(JSON.stringify({ figures, broken: [...report.broken, ...unhandled] }));
});
