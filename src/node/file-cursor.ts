import { open, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CursorStore } from '../index.js';
import { checkPath } from './check-arguments.js';
import { ownerOnly, replaceFile, writeAtomically } from './new-file.js';

/**
 * Keeps a cursor in a file, so that a feed goes on where it was after a restart. The file is replaced as a whole: whenever
 * the process ends, or the power goes, it holds the old cursor or the new one. Its directory must exist. For one feed only:
 * two that write to the same file would skip each other's changes. A file that is mounted by itself cannot be replaced: it
 * is written in place after two seconds of tries. Mount its directory instead.
 *
 * @throws TypeError if `path` is no string, or empty
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
      const write = () =>
        writeAtomically(
          dirname(target),
          (temporary) => writeText(temporary, cursor),
          (temporary) => replaceFile(temporary, target),
        );
      // One after the other, so that the last one set is the one that stays.
      const done = writing.then(write, write);
      writing = done;
      return done;
    },
  };
}

/** On the disk before it takes its place, or a power cut could leave an empty file there. */
async function writeText(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly);
  await file.writeFile(`${text}\n`);
  await file.sync();
}
