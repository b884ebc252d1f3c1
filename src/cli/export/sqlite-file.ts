import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '../frame/exit-codes.js';

/** Milliseconds to wait for another program that writes to the database. */
const lockTimeout = 10_000;

/** Runs `work` with the database in a file, which is created for its owner only, and closes it. */
export async function withDatabase(path: string, work: (database: DatabaseSync) => Promise<void>): Promise<void> {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new CommandFailure(`--to sqlite needs Node 22.13 or later. This is ${process.version}.`);
  }
  await (await open(path, 'a', 0o600)).close();
  let database: DatabaseSync | undefined;
  try {
    // To replace rows would otherwise remove, by `on delete cascade`, rows of the person's own that refer to them.
    database = new sqlite.DatabaseSync(path, { enableForeignKeyConstraints: false });
    database.exec(`pragma busy_timeout = ${lockTimeout}`);
    await work(database);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new CommandFailure(`SQLite refused ${path}: ${error.message}.`);
  } finally {
    // This also takes back a transaction that was not committed.
    database?.close();
  }
}

/**
 * Not by an import: it would fail before the command could say why. Node has the function since 22.3. Node 22 warns at this
 * call that the module is experimental, which a person at a terminal can do nothing about.
 */
function loadSqlite(): typeof import('node:sqlite') | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule?.('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
