import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../frame/exit-codes.js';
import { parseObject } from '../../frame/json-object.js';

/** A process that has the lock, or had it when it was killed. */
interface Holder {
  readonly pid: number;
  /** When the process was started, since its number may be used again. Empty if the system does not show it. */
  readonly started: string;
}

/**
 * Takes the file `<path>.lock`, so that a second sandbox does not overwrite the state of the first one. A lock of a process
 * that has ended counts for nothing: a sandbox that is killed leaves one.
 */
export async function lockState(path: string): Promise<AsyncDisposable> {
  const lock = `${path}.lock`;
  while (!(await create(lock))) {
    const text = await readLock(lock);
    const holder = parseHolder(text);
    if (holder !== undefined && (await isRunning(holder))) throw inUse(path, holder);
    // Another process may have just made it, and not written it yet.
    if (text === '') await wait(100);
    if ((await readLock(lock)) === text) await removeStale(lock, text);
  }
  return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) };
}

/** `false` if there is one. */
async function create(lock: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid) };
  try {
    await writeFile(lock, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new UsageError(`The file ${lock}, which --state needs, cannot be written (${code}).`);
  }
}

/** Renamed first: of two processes that find the same stale lock, one may already have made a new one. */
async function removeStale(lock: string, text: string | undefined): Promise<void> {
  const aside = `${lock}.${process.pid}.tmp`;
  await rename(lock, aside).catch(ignoreMissing);
  const taken = await readLock(aside);
  if (taken !== text && taken !== undefined) await rename(aside, lock);
  await rm(aside, { force: true });
}

async function readLock(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function parseHolder(text = ''): Holder | undefined {
  const { pid, started } = parseObject(text) ?? {};
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof started !== 'string') return undefined;
  return { pid, started };
}

/** Whether a holder of a lock still runs. This process counts as ended: it asks before it takes the lock. */
export async function isRunning({ pid, started }: Holder): Promise<boolean> {
  // In a container, each sandbox has the same number.
  if (pid === process.pid) return false;
  if (started !== '') return started === (await startOf(pid));
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In ticks since the machine started. Linux alone shows it as a file. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Z: it was killed, and its parent has not noticed yet.
  return fields[0] === 'Z' ? '' : (fields[19] ?? '');
}

function inUse(path: string, { pid }: Holder): UsageError {
  return new UsageError(`The sandbox of process ${pid} uses ${path}. End it, or name another file with --state.`);
}
