import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning } from './state-lock.js';

/** Removes the temporary files beside a state that sandboxes have left which were killed while they wrote. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const pid = entry.isFile() ? writerOf(entry.name, basename(path)) : undefined;
    if (pid === undefined || (await isRunning({ pid, started: '' }))) continue;
    await rm(join(folder, entry.name), { force: true });
  }
}

/** The process in `sandbox.json.123.tmp` or `sandbox.json.lock.123.tmp`. */
function writerOf(name: string, state: string): number | undefined {
  if (!name.startsWith(`${state}.`)) return undefined;
  const [, pid] = /^(?:lock\.)?([1-9]\d{0,9})\.tmp$/.exec(name.slice(state.length + 1)) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
