/**
 * Mutation testing by Stryker: it changes one thing at a time in `src`, and counts how often a test fails.
 *
 *     npm run test:mutation -- 7 0.05              # seed 7, a twentieth of the lines of each folder
 *     npm run test:mutation -- 1 1                 # all lines; this takes many hours
 *     npm run test:mutation -- 1 1 src/redis       # only the files below these paths
 *     npm run test:mutation -- 1 1 --concurrency 1 # leaves the other processors to other work
 *     npm run test:mutation -- 1 1 --seconds 30    # gives each mutant more time
 *     npm run test:mutation -- 1 1 --survivors     # measures again what survived, as far as this machine knows it
 *     npm run test:mutation -- 1 1 --fresh         # forgets what was kept
 *
 * A long run can be stopped with Ctrl-C. The results of each finished file are kept in `reports/mutation`, and the same
 * command goes on with the files that are missing. A file is measured again if it or one of its area's tests has changed.
 * A run of all lines also keeps the counts in `docs/mutation.md`, by which it goes on on another machine. There a file
 * counts as measured until it changes: with each change of a test, a run of many hours would never end.
 * A mutant counts as a survivor if no test noticed it within two seconds of processor time, so the percentages are rather
 * too low. Nearly all mutants that a test notices are noticed within the first.
 * `areas.ts` says which folders are changed, and which tests run for them. The tests of Redis need a `redis-server`.
 *
 * The command prints the scores by folder and by file, and writes them, with the surviving mutants that this machine knows,
 * to `reports/mutation/table.md`. It exits with 1 if a folder is under its goal, or if something could not be measured.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas, areaVariable, goalOf, secondsVariable, testFilesOf } from './areas.ts';
import { type Draw, drawStretches, type Stretch } from './draw.ts';
import { planVariable, type RunPlan } from './keep-reporter.ts';
import { pageOf, recordedCounts } from './page.ts';
import { isAlive, KeptResults, type Key, keyOf, type MutantResult } from './results.ts';
import { type Counts, countsOf, type FileResults, foldersUnder } from './score.ts';
import { survivorsOf, tableOf } from './table.ts';

interface DrawnFile {
  readonly file: string;
  readonly source: string;
  readonly key: Key;
  readonly stretches: readonly Stretch[];
}

const linesOfBatch = 2500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    survivors: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
});
const [seed = '1', share = '0.05', ...paths] = positionals;
const draw: Draw = { seed, share: Number(share) };
if (!(draw.share > 0 && draw.share <= 1)) throw new Error(`The share must be above 0 and at most 1, got ${share}.`);

const root = resolve(import.meta.dirname, '../..');
const reports = resolve(root, 'reports/mutation');
const folder = resolve(reports, `seed-${draw.seed}-share-${draw.share}`);
const kept = new KeptResults(folder);
const pagePath = resolve(root, 'docs/mutation.md');
const page = readFileSync(pagePath, 'utf8');
const isWhole = draw.share === 1;
const interrupted = new AbortController();
// Ctrl-C reaches Stryker as well, which ends by itself.
process.on('SIGINT', () => interrupted.abort());

const drawn = new Map(areas.map((area) => [area, drawFiles(area)]));
const isMeant = (file: string) => paths.length === 0 || paths.some((path) => file.startsWith(path));
const failed = new Set<string>();
for (const [area, all] of drawn) {
  const files = all.filter(({ file }) => isMeant(file));
  if (values.fresh) for (const { file } of files) kept.remove(file);
  const isMissing = (file: DrawnFile) => values.fresh || countsFor(file) === undefined;
  const missing = files.filter(values.survivors ? (file) => survivorsIn(file).length > 0 : isMissing);
  console.log(`${area.name}: ${files.length - missing.length} of ${files.length} drawn files are measured.`);
  for (const batch of batchesOf(missing)) {
    if (!interrupted.signal.aborted && !(await measure(area, batch))) failed.add(area.name);
    if (isWhole) writePage();
  }
}
report([...drawn.values()].flat().filter(({ file }) => isMeant(file)));

function writePage(): void {
  writeFileSync(pagePath, pageOf([...drawn.values()].flat().map(resultsOf)));
  spawnSync(resolve(root, 'node_modules/.bin/biome'), ['format', '--write', pagePath], { cwd: root });
}

function countsFor({ file, source, key }: DrawnFile): Counts | undefined {
  const mutants = kept.read(file, key);
  if (mutants !== undefined) return countsOf(mutants);
  return isWhole ? recordedCounts(page, file, source) : undefined;
}

function resultsOf(drawnFile: DrawnFile): FileResults {
  const { file, source, key } = drawnFile;
  return { file, source, counts: countsFor(drawnFile), mutants: kept.read(file, key) ?? [] };
}

/** Stryker notes which test reaches which mutant, and sends all of that after each file: thousands of mutants take gigabytes. */
function batchesOf(files: readonly DrawnFile[]): DrawnFile[][] {
  const batches: DrawnFile[][] = [];
  let lines = 0;
  for (const file of files) {
    const length = file.source.split('\n').length;
    if (batches.length === 0 || lines + length > linesOfBatch) {
      batches.push([]);
      lines = 0;
    }
    batches.at(-1)?.push(file);
    lines += length;
  }
  return batches;
}

function drawFiles(area: Area): DrawnFile[] {
  const tests = keyOf(...testSources(area));
  return globSync(
    area.folders.map((name) => `${name}/**/*.ts`),
    { cwd: root },
  )
    .sort()
    .map((file) => {
      const source = readFileSync(resolve(root, file), 'utf8');
      const stretches = drawStretches(file, source, draw);
      return { file, source, key: { source: keyOf(source, JSON.stringify(stretches)), tests }, stretches };
    })
    .filter(({ stretches }) => stretches.length > 0);
}

/** The test files of an area with their helpers: what they assert may stand in either. */
function testSources(area: Area): string[] {
  const files = testFilesOf(area, root);
  const folders = [...new Set(files.map((file) => dirname(file)))].filter((name) => name !== 'test');
  const helpers = globSync(
    [...folders, 'test/support'].map((name) => `${name}/*.ts`),
    { cwd: root, exclude: ['**/*.test.ts'] },
  );
  return [...files, ...helpers].sort().map((file) => `${file}\n${readFileSync(resolve(root, file), 'utf8')}`);
}

/** Runs Stryker on these files. Resolves to whether all of them were measured. */
async function measure(area: Area, files: readonly DrawnFile[]): Promise<boolean> {
  const keys = Object.fromEntries(files.map(({ file, key }) => [file, key]));
  const plan: RunPlan = { folder, keys, isAgain: values.survivors };
  const planPath = resolve(folder, `${area.name}.plan.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(planPath, JSON.stringify(plan));
  const ranges = files.flatMap((file) => rangesOf(file).map((range) => `${file.file}:${range}`));
  const stryker = resolve(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const config = resolve(import.meta.dirname, 'stryker.config.json');
  const plugins = ['@stryker-mutator/vitest-runner', resolve(import.meta.dirname, 'keep-reporter.ts')].join(',');
  const concurrency = values.concurrency === undefined ? [] : ['--concurrency', values.concurrency];
  const child = spawn(
    process.execPath,
    [stryker, 'run', config, '--plugins', plugins, '--mutate', ranges.join(','), '--allowEmpty', ...concurrency],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        [areaVariable]: area.name,
        [planVariable]: planPath,
        [secondsVariable]: values.seconds,
        // Each mutant has a process of its own, which would compile all packages again.
        NODE_COMPILE_CACHE: resolve(reports, 'compile-cache'),
      },
    },
  );
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Stryker counts columns from 0 here, and from 1 in its results. */
function rangesOf(file: DrawnFile): string[] {
  if (!values.survivors) return file.stretches.map(({ from, to }) => `${from}-${to}`);
  const places = survivorsIn(file).map(({ location: { start, end } }) => [start, end]);
  return [...new Set(places.map((pair) => pair.map(({ line, column }) => `${line}:${column - 1}`).join('-')))];
}

function survivorsIn({ file, key }: DrawnFile): MutantResult[] {
  return (kept.readOfSource(file, key.source) ?? []).filter(isAlive);
}

function report(files: readonly DrawnFile[]): void {
  const results = files.map(resultsOf);
  if (results.length === 0) throw new Error(`No lines were drawn: name other paths, or a share above ${share}.`);
  const table = tableOf(results);
  const survivors = survivorsOf(results);
  if (isWhole) writePage();
  const title = `Seed ${draw.seed}, share ${draw.share}`;
  mkdirSync(reports, { recursive: true });
  writeFileSync(
    resolve(reports, 'table.md'),
    [`# Mutation testing: ${title}`, table, '## Survivors', survivors.map(asListItem).join('\n'), ''].join('\n\n'),
  );
  console.log(`\n${title}:\n\n${table}\n${survivors.join('\n')}\n`);
  for (const name of foldersUnder(goalOf, results)) {
    console.log(`${name} is under its goal of ${goalOf(name)} %.`);
    process.exitCode = 1;
  }
  if (interrupted.signal.aborted) {
    console.log('Stopped. The same command goes on with the files that are missing.');
    process.exitCode = 130;
  } else if (failed.size > 0) {
    console.log(`Could not measure all files of: ${[...failed].join(', ')}.`);
    process.exitCode = 1;
  }
}

function asListItem(line: string): string {
  return `- \`${line.replaceAll('`', "'")}\``;
}
