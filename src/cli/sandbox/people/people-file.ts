import { readFile } from 'node:fs/promises';
import type { Sandbox, SandboxPerson, SandboxPersonError } from 'care-platform/sandbox';
import { decodeText } from '../../frame/decode-text.js';
import { UsageError } from '../../frame/exit-codes.js';
import { csvPeople } from './csv-people.js';
import { jsonRows } from './json-rows.js';
import type { PersonRow, RefuseLine } from './person-row.js';

/** Reads the people, creates the sandbox with them, and names the line of the one that it refuses. */
export async function withPeople(
  path: string,
  create: (people: readonly SandboxPerson[]) => Sandbox,
): Promise<Sandbox> {
  const rows = await readRows(path);
  try {
    return create(rows.map(({ person }) => person) as readonly SandboxPerson[]);
  } catch (error) {
    if (!isPersonError(error)) throw error;
    const { index, field, problem } = error;
    throw new UsageError(`${path}, line ${rows[index]?.line}, ${field}: ${problem}`);
  }
}

async function readRows(path: string): Promise<readonly PersonRow[]> {
  const [, extension] = /\.(json|csv)$/i.exec(path) ?? [];
  if (extension === undefined)
    throw new UsageError(`--people takes a file that ends with .json or .csv, not '${path}'.`);
  const content = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${path} of --people cannot be read (${code}).`);
  });
  const refuse: RefuseLine = (line, problem) => new UsageError(`${path}, line ${line}: ${problem}`);
  const text = decodeText(content, path);
  return extension.toLowerCase() === 'csv' ? csvPeople(text, refuse) : jsonRows(text, refuse);
}

function isPersonError(error: unknown): error is SandboxPersonError {
  return error instanceof Error && error.name === 'SandboxPersonError';
}
