import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Health data: for nobody but the user who runs this. */
export const ownerOnly = 0o600;

/**
 * Writes to a temporary name in that directory and then puts the file in its place, all at once. Where anything fails the
 * temporary file is removed; if the process dies it stays, as `.care-platform-….part`.
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

/** Milliseconds between the tries of a rename, about two seconds in all. */
const renamePauses = [10, 20, 50, 100, 200, 300, 400, 400, 500];

/** Codes of a file that another program has open, a scanner for instance, or that is mounted by itself. */
const inUseCodes = new Set<unknown>(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Gives a file the place of another, all at once. If that stays impossible, as for a single file that is mounted into a
 * container, it is written there in place: a reader may then see a part of it. Mount the directory to avoid that.
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

/** If this fails as well, the failure of the rename says more. */
async function writeInPlace(temporary: string, target: string, renameFailure: unknown): Promise<void> {
  try {
    await using source = await open(temporary);
    await using file = await open(target, 'w', ownerOnly);
    await file.writeFile(source.createReadStream({ autoClose: false }));
    await file.sync();
  } catch {
    throw renameFailure;
  }
  await rm(temporary, { force: true });
}
