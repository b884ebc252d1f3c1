import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { firstOutput, run, start } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const stateFile = async () => join(await temporaryFolder(), 'sandbox.json');
const args = (file: string) => ['sandbox', '--port', '0', '--quiet', '--state', file];

test('a second sandbox with the same file is refused, and changes nothing', async () => {
  const file = await stateFile();
  const first = start(args(file));
  await firstOutput(first);
  const files = () => readdirSync(join(file, '..')).map((name) => [name, readFileSync(join(file, '..', name), 'utf8')]);
  const before = files();
  const { code, stdout, stderr } = await run(args(file));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(file);
  expect(stderr).toContain(String(first.pid));
  expect(files()).toEqual(before);
  expect(before.map(([name]) => name)).toEqual(['sandbox.json', 'sandbox.json.lock']);

  first.kill('SIGINT');
  await once(first, 'exit');
  expect(readdirSync(join(file, '..'))).toEqual(['sandbox.json']);
  await firstOutput(start(args(file)));
});

test('of several sandboxes that start at the same time one runs', async () => {
  const file = await stateFile();
  writeFileSync(`${file}.lock`, JSON.stringify({ pid: spawnSync('true').pid, started: '' }));
  const started = Array.from({ length: 4 }, () => start(args(file)));
  const ends = await Promise.all(
    started.map((child) =>
      Promise.race([firstOutput(child).then(() => 'runs'), once(child, 'exit').then(([code]) => code)]),
    ),
  );
  expect(ends.toSorted()).toEqual([2, 2, 2, 'runs']);
});

test('a sandbox that was killed and is still listed by the system counts as ended', async () => {
  const file = await stateFile();
  // The shell becomes a program that never looks whether its child has ended.
  const words = `"${process.execPath}" --import ./test/support/source-package.ts src/cli.ts ${args(file).join(' ')}`;
  const parent = spawn('sh', ['-c', `${words} & exec sleep 100`], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  await firstOutput(parent);
  const { pid } = JSON.parse(readFileSync(`${file}.lock`, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
    .toMatch(/^Z/);
  await firstOutput(start(args(file)));
});

test.each([
  ['of a process that has ended', () => JSON.stringify({ pid: spawnSync('true').pid, started: '' })],
  ['whose number another process has now', () => JSON.stringify({ pid: process.pid, started: '1' })],
  ['that was cut off', () => '{"pid":'],
  ['that is empty', () => ''],
  ['that names no process', () => JSON.stringify({ pid: 0, started: '' })],
])('a lock %s does not block', async (_, text) => {
  const file = await stateFile();
  writeFileSync(`${file}.lock`, text());
  const child = start(args(file));
  await firstOutput(child);
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(readdirSync(join(file, '..'))).toEqual(['sandbox.json']);
});

test('a state that is refused leaves no lock', async () => {
  const file = await stateFile();
  writeFileSync(file, 'no state');
  expect((await run(args(file))).code).toBe(2);
  expect(readdirSync(join(file, '..'))).toEqual(['sandbox.json']);
});
