import { open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Download, ReadOptions } from 'care-platform';
import { checkDownload, checkPath } from './check-arguments.js';
import { ownerOnly, replaceFile, writeAtomically } from './new-file.js';
import { safeName, withNumber } from './safe-name.js';

/** The members of a `Download` that saving needs. A type of its own, since the main entry may be loaded twice. */
export type Savable = Pick<Download, 'filename' | 'stream'>;

/**
 * Saves a download and resolves with the path of the file. The file appears once it is complete, and only its owner can
 * read it. In a directory, it gets the name that the platform suggests, made safe; if that name is taken, it gets a number.
 * A path of your own is overwritten. A file that another program keeps open, or that is mounted by itself, cannot be
 * replaced. It is written in place after two seconds of retries. The directory must exist. Makes no request.
 *
 * @throws TypeError if `download` is not a download, such as a promise of one. Also if `directoryOrFile` is not a string, or
 * is empty. Nothing is written then, and the connection of the download is released.
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
    // If the file could not be opened, nothing else would release the connection.
    await stream.cancel(failure).catch(() => undefined);
    throw failure;
  }
}

/** Without `pipeline`: if the disk fails while the platform is silent, it would fail only at the next bytes. */
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

/** Reserves the first free name by creating the file: another process could take the name before the rename. */
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
