import type { Command } from 'commander';
import { UsageError } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';

/** The options that say how documents are printed. */
export interface FormatOptions {
  readonly json?: true;
  readonly csv?: true;
  readonly fields?: readonly string[];
}

/** `lines` have a tab between values, and no heading: for `cut`, `awk` and `while read`. */
export type Format = 'table' | 'lines' | 'csv' | 'json';

export function addFormatOptions(command: Command): Command {
  return command
    .option('--json', 'JSON as the platform sends it')
    .option('--csv', 'CSV with a heading and all fields; quotes what a spreadsheet would run as a formula')
    .option('--fields <names>', 'these fields only, such as id,email,client.id', fieldList);
}

export function formatOf({ json, csv }: FormatOptions, shell: Shell): Format {
  if (json && csv) throw new UsageError('--json and --csv are two formats: choose one.');
  if (json) return 'json';
  if (csv) return 'csv';
  return shell.isTerminal ? 'table' : 'lines';
}

function fieldList(given: string): readonly string[] {
  const names = given.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError(`--fields takes names with commas between them, not '${given}'.`);
  return names;
}
