/**
 * Mutation testing of `src/transport` and `src/hypermedia` by Stryker, on a sample drawn by a seed: all of it takes hours.
 * `npm run test:mutation -- 7 0.05` takes seed 7 and a twentieth of the lines; `npm run test:mutation -- 1 1` takes all.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seeded } from '../support/busy-day.ts';

/** Lines that are taken or left together: a mutant is taken where it lies within. */
const windowLines = 6;

const [seed = '1', share = '0.05', ...files] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../..');
const random = seeded(Number(seed));
const sources = globSync('src/{transport,hypermedia}/**/*.ts', { cwd: root, exclude: ['**/*.d.ts'] }).sort();

const sample = sources.flatMap((file) => {
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n').length;
  const starts = Array.from({ length: Math.ceil(lines / windowLines) }, (_, index) => index * windowLines + 1);
  // Drawn for every window, so that naming files does not change what is drawn in them.
  const drawn = starts.filter(() => random() < Number(share));
  return drawn.map((start) => `${file}:${start}-${start + windowLines - 1}`);
});
const mutate = files.length === 0 ? sample : sample.filter((range) => files.some((file) => range.startsWith(file)));
console.log(`Seed ${seed}, share ${share}: ${mutate.length} windows of ${windowLines} lines.`);

const stryker = resolve(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const config = resolve(import.meta.dirname, 'stryker.config.json');
const { status } = spawnSync(process.execPath, [stryker, 'run', config, '--mutate', mutate.join(',')], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
