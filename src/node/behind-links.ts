import { readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** As many as Linux follows. */
const maxSymlinks = 40;

/**
 * The file that a symlink leads to, which need not exist yet. A write renames another file to the path, which would replace
 * the link. The command also needs it: two sandboxes with one state must find the same lock.
 */
export async function behindLinks(path: string): Promise<string> {
  let found = path;
  for (let links = 0; links < maxSymlinks; links++) {
    const next = await readlink(found).catch(() => undefined);
    if (next === undefined) return found;
    const link = found;
    found = await realpath(link).catch(async () => resolve(await realpath(dirname(link)), next));
  }
  // A circle of links. To read it fails.
  return path;
}
