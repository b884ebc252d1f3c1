import { type Command, CommanderError } from 'commander';
import { inCommandWords } from './frame/command-words.js';
import { CommandFailure, exitCodeOf, exitCodes, FinalFailure, UsageError } from './frame/exit-codes.js';
import { Interruption } from './frame/interruption.js';
import { openShell, type Shell } from './frame/shell.js';
import { createProgram } from './program.js';

/** Runs one command. Its result is the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const shell = openShell();
  const program = createProgram(shell);
  try {
    await program.parseAsync(args, { from: 'user' }).catch((error) => expectHelp(error, shell));
  } catch (error) {
    process.exitCode = report(error, shell, helpFor(program, args));
  }
}

/** The line that prints the options of the command. */
function helpFor(program: Command, [first, second]: readonly string[]): string {
  const partOf = ({ commands }: Command, name?: string) => commands.find((command) => command.name() === name);
  const used = partOf(program, first);
  if (used === undefined) return 'care-platform help';
  const part = partOf(used, second);
  return part === undefined
    ? `care-platform help ${used.name()}`
    : `care-platform ${used.name()} ${part.name()} --help`;
}

/** commander ends with an error after help, too, and does not wait until it is written. */
async function expectHelp(error: unknown, shell: Shell): Promise<void> {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  await shell.write('');
}

/** Returns the exit code. An error that is none of ours is a fault of this package, and ends with its stack. */
function report(thrown: unknown, shell: Shell, more: string): number {
  const { signal } = shell;
  // What was running when the signal aborted may fail with other errors, too.
  const error: unknown = signal.aborted && !(thrown instanceof FinalFailure) ? signal.reason : thrown;
  if (error instanceof Interruption) return error.exitCode;
  if (!isExpected(error)) throw error;
  const exitCode = exitCodeOf(error);
  const next = exitCode === exitCodes.noConnection ? ' To find the cause: care-platform doctor' : '';
  shell.note(`care-platform: ${inCommandWords(error.message)}${error instanceof UsageError ? ` More: ${more}` : next}`);
  return exitCode;
}

/**
 * Errors of the library are known by their form: the command does not load the library to look at an error. Errors of the
 * system are those of files that the person has partOf.
 */
function isExpected(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof CommandFailure) return true;
  return error instanceof Error && ('toJSON' in error || 'syscall' in error);
}
