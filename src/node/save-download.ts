import { open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Download, ReadOptions } from '../index.js';
import { checkDownload, checkPath } from './check-arguments.js';
import { ownerOnly, replaceFile, writeAtomically } from './new-file.js';
import { safeName, withNumber } from './safe-name.js';

/** What of a download it takes to save it: by what it does, since the main entry may be loaded twice, each with its class. */
export type Savable = Pick<Download, 'filename' | 'stream'>;

/**
 * Saves a download and resolves with the path of the file. The file is there when all of it is, never in part, and readable
 * by its owner only. In a directory it has the name that the platform suggests, made safe, with a number where that is
 * taken; under a name of your own it replaces what is there. A file that another program keeps open, or that is mounted by
 * itself, cannot be replaced at once: after two seconds of tries it is written in place. Its directory must exist. Makes no
 * request of its own.
 *
 * @throws TypeError if `download` is none, such as a promise of one, or if `directoryOrFile` is no string, or empty. Nothing
 * is written then, and the connection of the download is free.
 */
export async function saveDownload(
  download: Savable,
  directoryOrFile: string,
  options: ReadOptions = {},
): Promise<string> {
  checkDownload(download);
  const stream = download.stream(options);
  try {
    checkPath('saveDownload: directoryOrFile', directoryOrFile);
    const target = resolve(directoryOrFile);
    const into = await isDirectory(directoryOrFile);
    return await writeAtomically(
      into ? target : dirname(target),
      (temporary) => writeStream(temporary, stream),
      (temporary) =>
        into ? moveToFreeName(temporary, target, safeName(download.filename)) : replace(temporary, target),
    );
  } catch (failure) {
    // Where the file could not even be begun, nothing else would free the connection.
    await stream.cancel(failure).catch(() => undefined);
    throw failure;
  }
}

/** No `pipeline`: where the disk fails while the platform is silent, it would wait for the next bytes to say so. */
async function writeStream(path: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly);
  await file.writeFile(stream);
}

async function isDirectory(path: string): Promise<boolean> {
  if (/[/\\]$/.test(path)) return true;
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

async function replace(temporary: string, target: string): Promise<string> {
  await replaceFile(temporary, target);
  return target;
}

/** Takes the first name that is free, by creating it: between asking and renaming another process could take it. */
async function moveToFreeName(temporary: string, directory: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const target = join(directory, withNumber(name, number));
    const taken = await open(target, 'wx', ownerOnly).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure;
    });
    if (taken === undefined) continue;
    await taken.close();
    return replace(temporary, target).catch(async (failure: unknown) => {
      await rm(target, { force: true });
      throw failure;
    });
  }
}
