import { styleText } from 'node:util';
import { interruptionSignal } from './interruption.js';

type Style = Parameters<typeof styleText>[0];

/** The streams, the environment and the end of a command. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  /** Aborts at Ctrl-C, at SIGTERM, and if the output cannot be written. */
  readonly signal: AbortSignal;
  /** Whether a person sees the output. */
  readonly isTerminal: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  /** Writes output. Resolves when it is written. */
  write(text: string | Uint8Array): Promise<void>;
  /** Writes a line for the person to stderr. */
  note(text: string): void;
  /** Shows on stderr what is going on, if a person sees it. The next call, note and output on the terminal replace it. */
  showProgress(text: string): void;
  /** The text in a style, if the output is a terminal that shows colours, and `NO_COLOR` is not set. */
  style(style: Style, text: string): string;
}

/** Milliseconds. */
const redrawAfter = 100;

export function openShell(): Shell {
  const signal = interruptionSignal();
  const { stdout, stderr, env } = process;
  let drawnAt = 0;
  const clear = () => {
    if (drawnAt > 0) stderr.write('\r\u001b[K');
    drawnAt = 0;
  };
  // A command that fails or is ended leaves no half line.
  process.once('exit', clear);
  return {
    env,
    signal,
    isTerminal: stdout.isTTY === true,
    columns: stdout.columns || 80,
    async write(text) {
      signal.throwIfAborted();
      if (stdout.isTTY) clear();
      await new Promise<void>((resolve, reject) => {
        const leave = () => reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
        stdout.write(text, (error) => {
          // The signal aborts if the output fails: the command then ends with the reason of the signal.
          if (error) return;
          signal.removeEventListener('abort', leave);
          resolve();
        });
      });
    },
    note(text) {
      clear();
      stderr.write(`${text}\n`);
    },
    showProgress(text) {
      if (stderr.isTTY !== true || performance.now() - drawnAt < redrawAfter) return;
      stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
      drawnAt = performance.now();
    },
    style: (style, text) => styleText(style, text, { stream: stdout }),
  };
}
