import { readFile } from 'node:fs/promises';
import type { Sandbox, SandboxStateError } from 'care-platform/sandbox';
import { FinalFailure, UsageError } from '../../frame/exit-codes.js';
import { removeTemporaryFiles } from './temporary-files.js';
import { writeWhole } from './write-whole.js';

/** Changes within this time, in milliseconds, are written together. */
const writeAfter = 100;

/** The options of the command that a message of the sandbox names. */
const optionNames: Readonly<Record<string, string>> = { start: 'clock' };

/** Keeps the state of a sandbox in a file that only its owner can read. */
export class StateFile {
  readonly #path: string;
  readonly #note: (text: string) => void;
  #save: (() => string) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  /** `note` reports that a write has failed. */
  constructor(path: string, note: (text: string) => void) {
    this.#path = path;
    this.#note = note;
  }

  /** `undefined` if there is no such file yet. */
  async read(): Promise<string | undefined> {
    return readFile(this.#path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT') return undefined;
      throw new UsageError(`The file ${this.#path} of --state cannot be read (${code}).`);
    });
  }

  /** What to report of an error that the sandbox throws for the state. */
  explain(error: unknown): unknown {
    if (!isStateError(error)) return error;
    const problem = error.message.replace(/`(\w+)`/g, (_, name: string) => `--${optionNames[name] ?? name}`);
    const advice =
      error.reason === 'options' ? 'Use the same options, or another file.' : 'Name another file, or remove this one.';
    return new UsageError(`${this.#path}: ${problem} ${advice}`);
  }

  /** Writes the state now, and from now on after changes. */
  async keep(sandbox: Sandbox): Promise<void> {
    this.#save = () => sandbox.save();
    const start = async () => {
      await removeTemporaryFiles(this.#path);
      await this.#write();
    };
    await start().catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`The file ${this.#path} of --state cannot be written (${code}).`);
    });
  }

  readonly changed = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write().catch((error: Error) => this.#note(`care-platform: ${this.#failure(error)}`));
    }, writeAfter);
  };

  /** Writes the state for the last time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write().catch((error: Error) => {
      throw new FinalFailure(this.#failure(error));
    });
  }

  /** One write after the other, so that the newest state stays. */
  #write(): Promise<void> {
    const write = async () => {
      if (this.#save !== undefined) await writeWhole(this.#path, this.#save(), 0o600);
    };
    this.#written = this.#written.then(write, write);
    return this.#written;
  }

  #failure(error: NodeJS.ErrnoException): string {
    return `The state could not be written to ${this.#path} (${error.code ?? error.message}).`;
  }
}

function isStateError(error: unknown): error is SandboxStateError {
  return error instanceof Error && error.name === 'SandboxStateError';
}
