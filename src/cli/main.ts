import { CommanderError } from 'commander';
import { inCommandWords } from './frame/command-words.js';
import { CommandFailure, exitCodeOf, FinalFailure, UsageError } from './frame/exit-codes.js';
import { Interruption } from './frame/interruption.js';
import { openShell, type Shell } from './frame/shell.js';
import { createProgram } from './program.js';

/** Runs one command. Its result is the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const shell = openShell();
  const program = createProgram(shell);
  const used = program.commands.find((command) => command.name() === args[0]);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const more = used === undefined ? 'care-platform help' : `care-platform help ${used.name()}`;
    process.exitCode = report(error, shell, more);
  }
}

/** Returns the exit code. An error that is none of ours is a fault of this package, and ends with its stack. */
function report(error: unknown, shell: Shell, more: string): number {
  const { signal } = shell;
  // What was running when a signal came may fail with other errors, too.
  if (signal.aborted && signal.reason instanceof Interruption && !(error instanceof FinalFailure))
    return signal.reason.exitCode;
  if (error instanceof CommanderError) return error.exitCode;
  if (!isExpected(error)) throw error;
  shell.note(`care-platform: ${inCommandWords(error.message)}${error instanceof UsageError ? ` More: ${more}` : ''}`);
  return exitCodeOf(error);
}

/**
 * Errors of the library are known by their form: the command does not load the library to look at an error. Errors of the
 * system are those of files that the person has named.
 */
function isExpected(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof CommandFailure) return true;
  return error instanceof Error && ('toJSON' in error || 'syscall' in error);
}
