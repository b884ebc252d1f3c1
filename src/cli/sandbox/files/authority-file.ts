import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../frame/exit-codes.js';
import { writeWhole } from './write-whole.js';

/** The file with the certificate to trust. */
export interface AuthorityFile extends AsyncDisposable {
  /** Absolute, since the program that trusts it may run in another folder. */
  readonly path: string;
}

/** Without a path it is in a new temporary folder: in a shared one, another user could put a file of that name first. */
export async function writeAuthority(authority: string, wanted: string | undefined): Promise<AuthorityFile> {
  const folder = wanted === undefined ? await mkdtemp(join(tmpdir(), 'care-platform-')) : undefined;
  const path = resolve(wanted ?? join(folder ?? '', 'authority.pem'));
  if (wanted !== undefined) await refuseOtherFile(path);
  await writeWhole(path, authority, 0o644).catch(cannotWrite(path));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A key, or the certificate of another authority, is one letter away. */
async function refuseOtherFile(path: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    return cannotWrite(path)(error);
  });
  if (present.trim() === '' || isOwn(present)) return;
  throw new UsageError(`--tls-ca would replace ${path}, which no sandbox has written. Name another file.`);
}

function isOwn(text: string): boolean {
  if (!/^-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----\s*$/.test(text)) return false;
  try {
    return new X509Certificate(text).subject.startsWith('CN=care-platform sandbox ');
  } catch {
    return false;
  }
}

function cannotWrite(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new UsageError(`The file ${path} of --tls-ca cannot be written (${code}).`);
  };
}
