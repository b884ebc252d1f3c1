import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { JsonObject } from 'care-platform';
import { UsageError } from '../frame/exit-codes.js';
import { parseObject } from '../frame/json-object.js';

/** The JSON object in a file, or in stdin if it is `-`. No message quotes it, since it holds data of patients. */
export async function readBody(file: string): Promise<JsonObject> {
  const body = parseObject(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  if (body !== undefined) return body;
  throw new UsageError(`--body takes a JSON object, which ${file === '-' ? 'stdin' : file} is not.`);
}
