import promises, { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileCursor, saveDownload } from 'care-platform/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const downloadOf = (text: string, filename?: string) => ({
  filename,
  stream: () => new Blob([text]).stream(),
});

const failureWith = (code: string, call: string) => Object.assign(new Error(`${code}: ${call}`), { code });

function replaceCalls(replacements: Partial<typeof promises>): void {
  const { rename, link, open } = promises;
  Object.assign(promises, replacements);
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(promises, { rename, link, open });
    syncBuiltinESMExports();
  });
}

/** Changes each handle of a file at that path. */
function changeHandles(path: string, change: (opened: promises.FileHandle) => unknown): void {
  const { open } = promises;
  replaceCalls({
    open: async (file, flags, mode) => {
      const opened = await open(file, flags, mode);
      if (file === path) await change(opened);
      return opened;
    },
  });
}

/** The file system has no links, and `rename` fails with this code, as for a file that is open or mounted by itself. */
function failRenames(code: string, times = Number.POSITIVE_INFINITY): { count: number } {
  const { rename } = promises;
  const calls = { count: 0 };
  replaceCalls({
    link: async () => {
      throw failureWith('EPERM', 'link');
    },
    rename: async (from, to) => {
      if (calls.count++ < times) throw failureWith(code, 'rename');
      return rename(from, to);
    },
  });
  return calls;
}

/** The result of the work. The pauses between its attempts are skipped. */
async function withoutWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let settled = false;
  const result = work().finally(() => {
    settled = true;
  });
  result.catch(() => undefined);
  while (!settled) {
    await new Promise((resolve) => void setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(50);
  }
  return result;
}

describe.each(['EPERM', 'EBUSY', 'EACCES'])('while a rename fails with %s', (code) => {
  test('for some attempts, a download and a cursor are still moved', async () => {
    const folder = await temporaryFolder();
    const calls = failRenames(code, 3);
    const path = await withoutWaiting(() => saveDownload(downloadOf('all', 'clients.csv'), folder));
    expect([path, await readFile(path, 'utf8')]).toEqual([join(folder, 'clients.csv'), 'all']);
    expect(calls.count).toBe(4);
    calls.count = 0;
    const cursor = fileCursor(join(folder, 'cursor'));
    await withoutWaiting(() => Promise.resolve(cursor.set('one')));
    expect(await cursor.get()).toBe('one');
    expect((await readdir(folder)).toSorted()).toEqual(['clients.csv', 'cursor']);
  });

  test('for ever, the file is written in place', async () => {
    const folder = await temporaryFolder();
    const calls = failRenames(code);
    const path = join(folder, 'latest.csv');
    await writeFile(path, 'old and longer', { mode: 0o600 });
    const { ino } = await stat(path);
    await withoutWaiting(() => saveDownload(downloadOf('all'), path));
    expect([await readFile(path, 'utf8'), (await stat(path)).ino]).toEqual(['all', ino]);
    expect(calls.count).toBeGreaterThan(3);
    const cursor = fileCursor(path);
    await withoutWaiting(() => Promise.resolve(cursor.set('one')));
    await withoutWaiting(() => Promise.resolve(cursor.set('two')));
    expect(await cursor.get()).toBe('two');
    expect((await stat(path)).ino).toBe(ino);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['latest.csv']);
  });
});

test('a rename that fails with another code is not retried, and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const calls = failRenames('EXDEV');
  await expect(saveDownload(downloadOf('all'), join(folder, 'clients.csv'))).rejects.toMatchObject({ code: 'EXDEV' });
  expect(calls.count).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a file that cannot be written in place either fails with the error of the rename', async () => {
  const folder = await temporaryFolder();
  failRenames('EBUSY');
  const path = join(folder, 'place');
  await promises.mkdir(path);
  const cursor = fileCursor(path);
  await expect(withoutWaiting(() => Promise.resolve(cursor.set('one')))).rejects.toMatchObject({ code: 'EBUSY' });
  expect(await readdir(folder)).toEqual(['place']);
});

test('a file that is written in place on a full disk is empty, not cut off, and fails with what happened', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'clients.csv');
  await writeFile(path, 'old');
  failRenames('EBUSY');
  changeHandles(path, (opened) => {
    const { writeFile: write } = opened;
    opened.writeFile = async () => {
      await write.call(opened, 'ne');
      throw failureWith('ENOSPC', 'write');
    };
  });
  const failure = await failureOf(withoutWaiting(() => saveDownload(downloadOf('new'), path)));
  expect(failure).toMatchObject({ code: 'ENOSPC', cause: { message: 'ENOSPC: write' } });
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['', ['clients.csv']]);
});

test('a cursor that is as long as the last one needs no new space on the disk', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'cursor');
  await writeFile(path, 'one\n');
  failRenames('EBUSY');
  const sizes: number[] = [];
  changeHandles(path, async (opened) => sizes.push((await opened.stat()).size));
  await withoutWaiting(() => Promise.resolve(fileCursor(path).set('two')));
  expect([sizes, await readFile(path, 'utf8')]).toEqual([[4], 'two\n']);
});

test('the name in a folder appears with the whole file', async () => {
  const folder = await temporaryFolder();
  const { open } = promises;
  const opened: unknown[] = [];
  replaceCalls({
    open: (path, flags, mode) => {
      opened.push(path);
      return open(path, flags, mode);
    },
  });
  const path = await saveDownload(downloadOf('all', 'clients.csv'), folder);
  expect(opened).toHaveLength(1);
  expect(opened).not.toContain(path);
  expect(await readdir(folder)).toEqual(['clients.csv']);
});
