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
  if (body === undefined) throw new UsageError(`--body takes a JSON object, which ${source} is not.`);
  if (holdsRoundedNumber(body))
    throw new UsageError(`${source} holds a number beyond 2^53, which JavaScript would round.`);
  return body;
}

/** The library refuses such a number in a response too. */
function holdsRoundedNumber(body: JsonObject): boolean {
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return true;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) waiting.push(inner);
  }
  return false;
}

async function readStdin({ signal, note }: Shell): Promise<Uint8Array> {
  if (process.stdin.isTTY) note('Type the JSON object, and Ctrl-D after its last line.');
  return buffer(addAbortSignal(signal, process.stdin));
}
