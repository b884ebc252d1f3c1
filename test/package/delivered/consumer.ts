import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

export const consumers = inject('consumers');

/** The package as npm unpacked it. */
export const delivered = join(consumers, 'node_modules', 'care-platform');

/** Runs a program of Node in the consumers' folder and gives what it prints. */
export async function run(...words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: consumers, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${printed}${complaints}`);
  return printed.trim();
}
