import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from '../frame/exit-codes.js';

export type Body = Readonly<Record<string, unknown>>;

/** The JSON object in a file, or in stdin if it is `-`. No message quotes it, since it holds data of patients. */
export async function readBody(file: string): Promise<Body> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const body = parseOrNothing(content);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw new UsageError(`--body takes a JSON object, which ${file === '-' ? 'stdin' : file} is not.`);
}

function parseOrNothing(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
