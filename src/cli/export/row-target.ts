import { resolve } from 'node:path';
import { UsageError } from '../frame/exit-codes.js';
import type { FileArguments } from './run-export.js';

/** A table of an SQLite database. */
export interface RowTarget {
  readonly path: string;
  /** Default: the name of the export. */
  readonly table: string | undefined;
}

export const databaseHelp = `With --to, the rows replace those of the table in one step, at the end. It can be ended at any time, and run
again with the same arguments: it goes on with the job that it started. Lists and objects become JSON.`;

/** Where the rows go; `undefined` if the file itself is wanted. */
export function databaseOf({
  to,
  table,
  output,
  gzip,
  ...more
}: FileArguments & { format?: string }): RowTarget | undefined {
  if (to === undefined) {
    if (table !== undefined) throw new UsageError('--table needs --to.');
    return undefined;
  }
  if (output !== undefined || gzip)
    throw new UsageError('--to writes rows, and --output and --gzip a file: choose one.');
  if (more.format === 'xlsx') throw new UsageError('--to takes the rows of json or csv, not of xlsx.');
  const [, path] = /^sqlite:(.+)$/s.exec(to) ?? [];
  if (path === undefined) throw new UsageError(`--to takes sqlite:<file>, such as sqlite:care.db, not '${to}'.`);
  return { path: resolve(path), table };
}
