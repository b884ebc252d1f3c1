import { readFile, writeFile } from 'node:fs/promises';
import type { Application } from 'care-platform';
import { type GeneratedTypes, generateTypes } from 'care-platform/node';
import { CommandFailure, exitCodes, UsageError } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import type { TypesArguments } from './types-arguments.js';

type TypesWork = (care: Application, file: string, options: TypesArguments, shell: Shell) => Promise<void>;

export const writeTypes: TypesWork = async (care, file, options, shell) => {
  // Before the requests: another file must not be replaced, and its text says nothing else.
  const before = file === '-' ? undefined : await readIfPresent(file);
  const types = await generate(care, options);
  if (before !== undefined) differencesFrom(before, file, types);
  if (file === '-') await shell.write(types.text);
  else if (before !== types.text) await writeFile(file, types.text);
  noteSample(types, shell);
  if (file !== '-') shell.note(before === types.text ? `${file} is up to date.` : `Wrote ${file}`);
};

export const checkTypes: TypesWork = async (care, file, options, shell) => {
  const before = await readIfPresent(file);
  if (before === undefined) throw new UsageError(`There is no ${file}. Run care-platform types without --check.`);
  const types = await generate(care, options);
  const lines = differencesFrom(before, file, types);
  await shell.write(lines.map((line) => `${line}\n`).join(''));
  noteSample(types, shell);
  if (lines.length === 0) shell.note(`${file} is up to date.`);
  else shell.note(`${file} is not up to date. Run care-platform types without --check.`);
  if (lines.length > 0) process.exitCode = exitCodes.changed;
};

function generate(
  care: Application,
  { clients, client, professionals, export: exports, name, merge }: TypesArguments,
): Promise<GeneratedTypes> {
  const names = new Set(exports.map(([export_]) => export_));
  return generateTypes(care, {
    ...{ clientIds: client, professionals, name, merge },
    ...(clients !== undefined && { clients }),
    exports: Object.fromEntries(
      [...names].map((each) => [each, exports.flatMap(([name, properties]) => (name === each ? properties : []))]),
    ),
  });
}

function differencesFrom(before: string, file: string, types: GeneratedTypes): readonly string[] {
  try {
    return types.differences(before);
  } catch {
    throw new CommandFailure(`${file} is not a file of care-platform types of this release. Remove it first.`);
  }
}

/** The types are as good as what was read, so the person sees how much that was. */
function noteSample({ sample, unread }: GeneratedTypes, shell: Shell): void {
  const { clients, professionals, jobs } = sample;
  shell.note(
    `Read the diaries of ${clients} clients, the groups of ${professionals} professionals, ${jobs} export jobs.`,
  );
  if (unread.length > 0) shell.note(`Nothing was read of: ${unread.join(', ')}. They stay as without the file.`);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read (${code}).`);
  });
}
