import { link, open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Download, ReadOptions } from 'care-platform';
import { checkDownload, checkPath } from './check-arguments.js';
import { ownerOnly, replaceFile, replaceWhole, writeAtomically } from './new-file.js';
import { safeName, withNumber } from './safe-name.js';

/** The members of a `Download` that saving needs. A type of its own, since the main entry may be loaded twice. */
export type Savable = Pick<Download, 'filename' | 'stream'>;

/**
 * Saves a download and resolves with the path of the file. The file appears once it is complete, and only its owner can
 * read it. In a directory, it gets the name that the platform suggests, made safe; if that name is taken, it gets a number.
 * A file at a path of your own is replaced, and so is the file behind a symlink. A device or a pipe, such as `/dev/stdout`, is
 * written into. A file that another program keeps open, or that is mounted by itself, cannot be replaced. It is written in
 * place after two seconds of retries. The directory must exist. Makes no request.
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
    const path = resolve(directoryOrFile);
    const write = (temporary: string) => writeStream(temporary, 'wx', stream);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() || /[/\\]$/.test(directoryOrFile)) {
      const name = safeName(download.filename);
      return await writeAtomically(path, write, (temporary) => moveToFreeName(temporary, path, name));
    }
    if (found === undefined || found.isFile()) await replaceWhole(path, write);
    // A device, a pipe or a socket.
    else await writeStream(path, 'w', stream);
    return path;
  } catch (failure) {
    // If the file could not be opened, nothing else would release the connection.
    await stream.cancel(failure).catch(() => undefined);
    throw failure;
  }
}

/** Without `pipeline`: if the disk fails while the platform is silent, it would fail only at the next bytes. */
async function writeStream(path: string, flag: 'w' | 'wx', stream: ReadableStream<Uint8Array>): Promise<void> {
  await using file = await open(path, flag, ownerOnly);
  await file.writeFile(stream);
}

/** Moves it to the first free name. A link fails if another process took the name, and shows the whole file at once. */
async function moveToFreeName(temporary: string, directory: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const target = join(directory, withNumber(name, number));
    try {
      await link(temporary, target).catch((failure: NodeJS.ErrnoException) => {
        if (failure.code === 'EEXIST') throw failure;
        return moveToReservedName(temporary, target);
      });
      await rm(temporary, { force: true });
      return target;
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    }
  }
}

/** For file systems without links. For a moment, an empty file has the name. */
async function moveToReservedName(temporary: string, target: string): Promise<void> {
  await (await open(target, 'wx', ownerOnly)).close();
  try {
    await replaceFile(temporary, target);
  } catch (failure) {
    await rm(target, { force: true });
    throw failure;
  }
}
