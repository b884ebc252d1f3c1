import { once } from 'node:events';
import { styleText } from 'node:util';
import { interruptionSignal } from './interruption.js';

type Style = Parameters<typeof styleText>[0];

/** The streams, the environment and the end of a command. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  /** Aborts at Ctrl-C, at SIGTERM, and if the reader of the output has left. */
  readonly signal: AbortSignal;
  /** Whether a person sees the output. */
  readonly isTerminal: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** Writes output. Resolves when there is room for more. */
  write(text: string | Uint8Array): Promise<void>;
  /** Writes a line for the person to stderr. */
  note(text: string): void;
  /** The text in a style, if the output is a terminal that shows colours, and `NO_COLOR` is not set. */
  style(style: Style, text: string): string;
}

export function openShell(): Shell {
  const signal = interruptionSignal();
  const { stdout, stderr, env } = process;
  return {
    env,
    signal,
    isTerminal: stdout.isTTY === true,
    columns: stdout.columns || 80,
    async write(text) {
      signal.throwIfAborted();
      if (!stdout.write(text)) await once(stdout, 'drain', { signal });
    },
    note: (text) => void stderr.write(`${text}\n`),
    style: (style, text) => styleText(style, text, { stream: stdout }),
  };
}
