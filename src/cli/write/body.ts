import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from 'care-platform';
import { decodeText } from '../frame/decode-text.js';
import { UsageError } from '../frame/exit-codes.js';
import { parseObject } from '../frame/json-object.js';
import type { Shell } from '../frame/shell.js';

/** The JSON object in a file, or in stdin if it is `-`. No message quotes it, since it holds data of patients. */
export async function readBody(file: string, shell: Shell): Promise<JsonObject> {
  const source = file === '-' ? 'stdin' : file;
  const bytes = file === '-' ? await readStdin(shell) : await readFile(file);
  const body = parseObject(decodeText(bytes, source));
  if (body !== undefined) return body;
  throw new UsageError(`--body takes a JSON object, which ${source} is not.`);
}

async function readStdin({ signal, note }: Shell): Promise<Uint8Array> {
  if (process.stdin.isTTY) note('Type the JSON object, and Ctrl-D after its last line.');
  return buffer(addAbortSignal(signal, process.stdin));
}
