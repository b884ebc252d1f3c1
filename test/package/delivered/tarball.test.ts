import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEnv, promisify } from 'node:util';
import { transform } from 'esbuild';
import { publint } from 'publint';
import { expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { delivered, run } from './consumer.js';

const tarball = inject('tarball');
const text = (file: string) => readFileSync(join(delivered, file), 'utf8');
const files = globSync('**', { cwd: delivered, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(delivered.length + 1));
const programs = files.filter((file) => /\.c?js$/.test(file));
const root = resolve(import.meta.dirname, '../../..');
const manifest = JSON.parse(text('package.json'));

test('the tarball has what is built, and what describes it', () => {
  console.log(`The tarball has ${Math.round(statSync(tarball).size / 1024)} KiB in ${files.length} files.`);
  const others = files.filter((file) => !/^(?:dist\/.+\.(?:c?js|c?js\.map|d\.c?ts)|(?:docs|examples)\/.+)$/.test(file));
  expect(others.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'package.json',
  ]);
});

test('the tarball has the guides and the examples as they are in the repository, without what is installed or built', () => {
  const given = (folder: string) =>
    globSync(`${folder}/**`, {
      cwd: root,
      withFileTypes: true,
      exclude: (entry) => /^(?:node_modules|dist)$/.test(entry.name),
    })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('typedoc'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const packed = files.filter((file) => /^(?:docs|examples)\//.test(file));
  expect(packed.sort()).toEqual([...given('docs'), ...given('examples')].sort());
  expect(packed).toEqual(expect.arrayContaining(['docs/guides/portals.md', 'examples/portal/package.json']));
  for (const file of packed) expect(statSync(join(delivered, file)).size).toBe(statSync(join(root, file)).size);
});

/** What these parts of the manifest name, and all that those files import. */
function reachedFrom(...parts: readonly unknown[]): Set<string> {
  const reached = new Set<string>();
  const reach = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path = ''] of text(file).matchAll(
      /(?:\bfrom|\bimport|(?:import|require)\()\s*['"](\.{1,2}\/[^'"]+)['"]/g,
    )) {
      reach(normalize(join(dirname(file), path)));
    }
  };
  for (const [entry] of JSON.stringify(parts).matchAll(/dist\/[^"]+/g)) reach(entry);
  return reached;
}

test('nothing is left of an earlier build: each file is an entry, or needed by one', () => {
  const reached = reachedFrom(manifest.exports, manifest.bin, manifest.typesVersions);
  const needed = files.filter((file) => file.startsWith('dist/') && !/\.(?:map|txt)$/.test(file));
  expect([...reached].filter((file) => file.startsWith('dist/')).sort()).toEqual(needed.sort());
  expect(files.filter((file) => file.endsWith('.map')).sort()).toEqual(programs.map((file) => `${file}.map`).sort());
});

test('no entry of the library reaches the command, or a package that the command alone carries', () => {
  const sourcesOf = (reached: Set<string>) =>
    [...reached].filter((file) => programs.includes(file)).flatMap((file) => JSON.parse(text(`${file}.map`)).sources);
  const carried = (sources: readonly string[]) =>
    new Set(
      sources.flatMap((source) => /(?:node_modules\/(?:commander|string-width)|src\/cli)(?=\/)/.exec(source) ?? []),
    );
  const commandSources = sourcesOf(reachedFrom(manifest.bin));
  expect(carried(commandSources).size).toBe(3);
  const library = reachedFrom(manifest.exports, manifest.typesVersions);
  expect([...library].filter((file) => file.startsWith('dist/cli'))).toEqual([]);
  const sources = sourcesOf(library);
  expect(sources.length).toBeGreaterThan(100);
  expect(carried(sources).size).toBe(0);
});

test('installing it runs nothing and brings four packages; a bundler may leave out what is not used', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['bottleneck', 'ky', 'p-queue', 'zod']);
  expect(Object.keys(manifest.scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.gyp'))).toEqual([]);
  expect(manifest.sideEffects).toBe(false);
});

test.each(programs)('%s has no syntax newer than ES2023', async (program) => {
  const [asIs, lowered] = await Promise.all(
    ['esnext', 'es2023'].map((target) => transform(text(program), { target, logLevel: 'silent' })),
  );
  expect(lowered?.code).toBe(asIs?.code);
});

test('the command runs and prints its help', async () => {
  expect(text(manifest.bin['care-platform'])).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(await run(join(delivered, manifest.bin['care-platform']), '--help')).toContain('care-platform sandbox');
});

test('the command reads its own sandbox, checks it, and writes an export into a database', async () => {
  const command = join(delivered, manifest.bin['care-platform']);
  const sandbox = spawn(command, ['sandbox', '--port', '0', '--env'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void sandbox.kill());
  const [output] = (await once(sandbox.stdout, 'data')) as [Buffer];
  const env = { ...process.env, ...parseEnv(output.toString()) };
  const folder = await temporaryFolder();
  const runCommand = async (line: string) => {
    const { stdout } = await promisify(execFile)(command, line.split(' '), { env, cwd: folder });
    return stdout;
  };
  expect(await runCommand('get clients --limit 1 --fields id')).toBe('EHR-1042\n');
  const outcomes = (await runCommand('check'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0]);
  expect([...new Set(outcomes)]).toEqual(['held']);
  await runCommand('export start client --to sqlite:care.db');
  using database = new DatabaseSync(join(folder, 'care.db'), { readOnly: true });
  expect(database.prepare('select count(*) as rows from client').get()).toEqual({ rows: 12 });
});

test('the licenses of all packages that are carried along are in it', () => {
  const licenses = text('dist/THIRD-PARTY-LICENSES.txt');
  const carried = new Set(
    files
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) => [...text(file).matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)\/[^"]+"/g)])
      .map(([, name]) => name),
  );
  for (const name of [
    'ical.js',
    'papaparse',
    '@streamparser/json',
    'hono',
    '@hono/node-server',
    'fflate',
    'ky',
    'p-queue',
    'commander',
  ]) {
    expect(carried).toContain(name);
  }
  for (const name of carried)
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\), https://`, 'm'));
  expect(licenses.match(/Mozilla Public License Version 2\.0/i)).not.toBeNull();
});

test('the packages inside the CommonJS files are of the versions in the lockfile', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'));
  const licenses = text('dist/THIRD-PARTY-LICENSES.txt');
  const version = (name: string) => new RegExp(`^${name} (\\S+) `, 'm').exec(licenses)?.[1];
  for (const name of ['ky', 'p-queue']) expect(version(name)).toBe(packages[`node_modules/${name}`].version);
  expect(version('zod')).toBeUndefined();
});

test('publint reports no problem', async () => {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages).toEqual([]);
});

test('all entries have the right types for all resolvers, those of old compilers too', () => {
  const report = execFileSync('attw', [tarball, '--profile', 'strict'], { encoding: 'utf8' });
  expect(report).toContain('No problems found');
});
