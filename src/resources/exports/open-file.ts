import { InputError } from '../../errors.js';
import { Download } from '../../hypermedia/download.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import type { FileReference } from '../../values/file.js';
import { aText, takeOptions, wholeNumber } from '../../values/options.js';
import { operations } from '../writes/operations.js';

/** A file reference that was read. An icon has only a URL. */
export type FileLocation = Pick<FileReference, 'url'> & Partial<Pick<FileReference, 'size' | 'filename'>>;

export async function openFile(session: Session, file: FileLocation, options: RequestOptions): Promise<Download> {
  const target = 'file';
  if (file == null)
    throw InputError.of(target, '(whole)', 'Required input is missing: a user may have no picture.', 'required');
  const given = { size: file.size ?? undefined, filename: file.filename ?? undefined };
  const { size, filename } = takeOptions(target, given, { size: wholeNumber(0), filename: aText });
  const call = {
    ...session.begin(options),
    method: 'GET',
    target,
    operation: operations.read,
    accept: '*/*',
    size,
  } as const;
  const stream = await session.openBody(session.resolve(file.url, undefined, target), call);
  return new Download(stream, { target, stated: { size, isExact: false }, logger: session.logger, filename });
}
