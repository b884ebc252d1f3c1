import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Whether a person can read a question on stderr and type the answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a question on stderr. `true` for `y` and `yes`; the end of the input means no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  // Not as a terminal: Ctrl-C then stays a signal of the process, which ends every command in the same way.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const end = once(lines, 'close', { signal }).then(() => '');
    const typed = await Promise.race([lines.question(`${question} [y/N] `, { signal }), end]);
    return /^\s*y(?:es)?\s*$/i.test(typed);
  } finally {
    lines.close();
  }
}
