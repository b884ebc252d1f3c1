import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes beside the file and renames, so that no reader and no crash ever meets half of it. */
export async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`;
  // Of a process that was killed: in a container, the next one has the same number.
  await rm(beside, { force: true });
  try {
    await writeFile(beside, content, { mode, flag: 'wx', flush: true });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
