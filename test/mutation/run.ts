/**
 * Mutation testing of `src/transport` and `src/hypermedia` by Stryker, on a sample drawn by a seed: all of it takes hours.
 * `npm run test:mutation -- 7 0.05` takes seed 7 and a twentieth of the lines; `npm run test:mutation -- 1 1` takes all.
 * Paths after the share take these files alone; `--concurrency 1` leaves the other processors to other work.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../support/busy-day.ts';
import { scoreOf } from './score.ts';

/** Lines that are taken or left together: a mutant is taken where it lies within. */
const windowLines = 6;
/** How many in a hundred mutants the tests must kill in each folder. */
const goal = 85;
const folders = ['src/hypermedia', 'src/transport'];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { concurrency: { type: 'string' } } });
const [seed = '1', share = '0.05', ...files] = positionals;
const root = resolve(import.meta.dirname, '../..');
const report = resolve(root, 'reports/mutation.json');

/** Drawn for each file by its name, so that what changes in one, or comes or goes, changes nothing elsewhere. */
function windowsOf(file: string): string[] {
  const random = seeded(createHash('sha256').update(`${seed} ${file}`).digest().readInt32LE());
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n').length;
  const starts = Array.from({ length: Math.ceil(lines / windowLines) }, (_, index) => index * windowLines + 1);
  return starts.filter(() => random() < Number(share)).map((start) => `${file}:${start}-${start + windowLines - 1}`);
}

const mutate = globSync(
  folders.map((folder) => `${folder}/**/*.ts`),
  { cwd: root },
)
  .sort()
  .filter((file) => files.length === 0 || files.some((named) => file.startsWith(named)))
  .flatMap(windowsOf);
if (mutate.length === 0) throw new Error(`Nothing was drawn: name other files, or a share above ${share}.`);
console.log(`Seed ${seed}, share ${share}: ${mutate.length} windows of ${windowLines} lines.`);

const stryker = resolve(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const config = resolve(import.meta.dirname, 'stryker.config.json');
const concurrency = values.concurrency === undefined ? [] : ['--concurrency', values.concurrency];
rmSync(report, { force: true });
const { status } = spawnSync(process.execPath, [stryker, 'run', config, '--mutate', mutate.join(','), ...concurrency], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

for (const folder of folders) {
  const { killed, mutants } = scoreOf(report, folder);
  if (mutants === 0) continue;
  const percent = (killed / mutants) * 100;
  console.log(`${folder}: ${killed} of ${mutants} killed, ${percent.toFixed(1)} % (the goal is ${goal} %).`);
  if (percent < goal) process.exitCode = 1;
}
