import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileCursor, saveDownload } from 'care-platform/node';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const download = { filename: undefined, stream: () => new Blob(['new']).stream() };

/** A folder with a volume, and a link `file` to a file of the volume. */
async function linkedFile(content?: string) {
  const folder = await temporaryFolder();
  const volume = join(folder, 'volume');
  await mkdir(volume);
  const behind = join(volume, 'file');
  const link = join(folder, 'file');
  if (content !== undefined) await writeFile(behind, content);
  await symlink(behind, link);
  return { folder, volume, behind, link };
}

describe.each([
  ['to a file', 'old'],
  ['to a file that does not exist yet', undefined],
])('a symlink %s stays, and the file behind it is replaced', (_, content) => {
  test('by a download', async () => {
    const { folder, volume, behind, link } = await linkedFile(content);
    expect(await saveDownload(download, link)).toBe(link);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(behind, 'utf8')).toBe('new');
    expect([await readdir(folder), await readdir(volume)]).toEqual([['file', 'volume'], ['file']]);
  });

  test('by a cursor', async () => {
    const { volume, behind, link } = await linkedFile(content);
    const cursor = fileCursor(link);
    await cursor.set('new');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect([await cursor.get(), await readFile(behind, 'utf8')]).toEqual(['new', 'new\n']);
    expect(await readdir(volume)).toEqual(['file']);
  });
});

test('a download is written into a pipe, which stays', async () => {
  const folder = await temporaryFolder();
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const [text, path] = await Promise.all([readFile(pipe, 'utf8'), saveDownload(download, pipe)]);
  expect([text, path]).toEqual(['new', pipe]);
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  expect(await readdir(folder)).toEqual(['pipe']);
});
