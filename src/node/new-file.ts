import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Health data: for nobody but the user who runs this. */
export const mode = 0o600;

/**
 * Writes to a temporary name in that directory and then puts the file in its place, all at once. Where anything fails the
 * temporary file is removed; if the process dies it stays, as `.care-platform-….part`.
 */
export async function wholeFile<Result>(
  directory: string,
  write: (temporary: string) => Promise<void>,
  place: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = join(directory, `.care-platform-${randomUUID()}.part`);
  try {
    await write(temporary);
    return await place(temporary);
  } catch (failure) {
    await rm(temporary, { force: true });
    throw failure;
  }
}
