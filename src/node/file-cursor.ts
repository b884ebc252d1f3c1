import { open, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CursorStore } from 'care-platform';
import { checkPath } from './check-arguments.js';
import { ownerOnly, replaceWhole } from './new-file.js';

/**
 * Keeps a cursor in a file, so that a feed continues after a restart. Each write replaces the whole file: after a crash or
 * a power cut it holds the old cursor or the new one. A relative path starts at the working directory. Its directory must
 * exist. Use one file for each feed: two feeds with the same file would skip each other's changes. A symlink stays: the file
 * behind it is replaced. A file that is mounted by itself cannot be replaced, so it is written in place after two seconds of
 * retries. Mount its directory instead.
 *
 * @throws TypeError if `path` is not a string, or is empty
 */
export function fileCursor(path: string): CursorStore {
  checkPath('fileCursor: path', path);
  const target = resolve(path);
  let writing: Promise<unknown> = Promise.resolve();
  return {
    async get() {
      await writing.catch(() => undefined);
      const text = await readFile(target, 'utf8').catch((failure: NodeJS.ErrnoException) => {
        if (failure.code !== 'ENOENT') throw failure;
      });
      return text?.trim() || undefined;
    },
    set(cursor) {
      const write = () => replaceWhole(target, (temporary) => writeText(temporary, cursor));
      // One write after the other, so that the last cursor wins.
      const done = writing.then(write, write);
      writing = done;
      return done;
    },
  };
}

/** Waits until the disk has the text: otherwise a power cut after the rename could leave an empty file. */
async function writeText(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly);
  await file.writeFile(`${text}\n`);
  await file.sync();
}
