import { CommandFailure, exitCodes } from './exit-codes.js';

/** The reason of the signal that ends a command early. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('The command was ended.');
    this.exitCode = exitCode;
  }
}

/**
 * Aborts at the first Ctrl-C or SIGTERM, so that a command can close what it opened. The second one ends the process at once.
 * It also aborts if the output cannot be written. If its reader has left, as `head` does, nothing failed.
 */
export function interruptionSignal(): AbortSignal {
  const controller = new AbortController();
  const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;
  for (const [name, code] of Object.entries(codes)) {
    process.once(name, () => controller.abort(new Interruption(code)));
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const hasReaderLeft = error.code === 'EPIPE';
    controller.abort(
      hasReaderLeft
        ? new Interruption(exitCodes.success)
        : new CommandFailure(`The output cannot be written: ${error.message}.`),
    );
  });
  // Messages for a reader that has left concern no one.
  process.stderr.on('error', () => undefined);
  return controller.signal;
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
