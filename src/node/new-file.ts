import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { behindLinks } from './behind-links.js';

/** Files can hold health data: only their owner may read them. */
export const ownerOnly = 0o600;

/**
 * Writes to a temporary file in that directory and then moves it. If anything fails, the temporary file is removed. If the
 * process dies, the file `.care-platform-….part` stays.
 */
export async function writeAtomically<Result>(
  directory: string,
  write: (temporary: string) => Promise<void>,
  move: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = join(directory, `.care-platform-${randomUUID()}.part`);
  try {
    await write(temporary);
    return await move(temporary);
  } catch (failure) {
    await rm(temporary, { force: true });
    throw failure;
  }
}

/** Writes a whole file to that path, or the file behind it if it is a symlink. */
export async function replaceWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const target = await behindLinks(path);
  await writeAtomically(dirname(target), write, (temporary) => replaceFile(temporary, target));
}

/** Milliseconds between the attempts of a rename, about two seconds in total. */
const renamePauses = [10, 20, 50, 100, 200, 300, 400, 400, 500];

/** Error codes if another program, such as a scanner, has the file open, or if the file is mounted by itself. */
const inUseCodes = new Set<unknown>(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Replaces a file at once, by a rename. If that keeps failing, as for a single file that is mounted into a container, the
 * target is written in place. A reader may then see a part of it. Mount the directory to avoid that.
 */
export async function replaceFile(temporary: string, target: string): Promise<void> {
  for (const pause of [...renamePauses, null]) {
    try {
      return await rename(temporary, target);
    } catch (failure) {
      if (!inUseCodes.has((failure as NodeJS.ErrnoException).code)) throw failure;
      if (pause === null) return await writeInPlace(temporary, target, failure);
    }
    await new Promise((resolve) => void setTimeout(resolve, pause));
  }
}

async function writeInPlace(temporary: string, target: string, renameFailure: unknown): Promise<void> {
  const giveUp = () => {
    throw renameFailure;
  };
  await using source = await open(temporary).catch(giveUp);
  // Not emptied first: a cursor then needs no new space, so a full disk does not lose it.
  await using file = await open(target, constants.O_WRONLY | constants.O_CREAT, ownerOnly).catch(giveUp);
  try {
    await file.writeFile(source.createReadStream({ autoClose: false }));
    await file.truncate((await source.stat()).size);
    await file.sync();
  } catch (failure) {
    // A part could be taken for the whole.
    await file.truncate();
    const message = `${target} could not be replaced (${(renameFailure as Error).message}) or written. It is empty now.`;
    throw Object.assign(new Error(message, { cause: failure }), { code: (failure as NodeJS.ErrnoException).code });
  }
  await rm(temporary, { force: true });
}
