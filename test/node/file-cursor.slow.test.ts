import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileCursor } from 'care-platform/node';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

test('a cursor file is readable only by its owner, and another process reads the cursor', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'cursor');
  const cursor = fileCursor(path);
  expect(await cursor.get()).toBeUndefined();
  await cursor.set('2024-07-01T10:00:00.000Z');
  expect(await fileCursor(path).get()).toBe('2024-07-01T10:00:00.000Z');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['cursor']);
});

test('the last cursor wins, even if the one before takes longer to write', async () => {
  const path = join(await temporaryFolder(), 'cursor');
  const cursor = fileCursor(path);
  const writes = [cursor.set('x'.repeat(20_000_000)), cursor.set('last')];
  expect(await cursor.get()).toBe('last');
  await Promise.all(writes);
  expect(await readFile(path, 'utf8')).toBe('last\n');
});

test('an empty file has no cursor; a missing directory is an error, and the next write works', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'cursor');
  await writeFile(path, '');
  expect(await fileCursor(path).get()).toBeUndefined();
  const lost = fileCursor(join(folder, 'missing', 'cursor'));
  await expect(lost.set('1')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await lost.get()).toBeUndefined();
  await expect(fileCursor(folder).get()).rejects.toMatchObject({ code: 'EISDIR' });
});

test('a process that is killed while it writes leaves the old or the new cursor, never a part', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'cursor');
  const program = new URL('./cursor-writer.ts', import.meta.url).pathname;
  for (let round = 0; round < 5; round++) {
    const arguments_ = ['--import', './test/support/source-package.ts', program, path];
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, 5 + round * 7));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await fileCursor(path).get()).toMatch(/^(\d+)-x{100000}-\1$/);
  }
});
