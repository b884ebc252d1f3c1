import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

// Against the sources, so that nothing has to be built.
const program = [process.execPath, '--import', resolve('test/support/source-package.ts'), resolve('src/cli.ts')];

/** What a run of the command ended with. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables of the command: nothing of the machine that runs the tests. */
export type Variables = Readonly<Record<string, string>>;

const machine = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TERM: 'xterm-256color' };

/** Runs the command in pipes, until it ends. */
export function run(args: readonly string[], variables: Variables = {}): Promise<Run> {
  return new Promise((end) => {
    const [file = '', ...words] = [...program, ...args];
    const options = { timeout: 90_000, env: { ...machine, ...variables }, maxBuffer: 2 ** 26 };
    execFile(file, words, options, (error, stdout, stderr) => {
      end({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : null, stdout, stderr });
    });
  });
}

/** Runs the command with its output to this file, which exists. */
export async function runInto(
  path: string,
  args: readonly string[],
  variables: Variables = {},
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const [file = '', ...words] = [...program, ...args];
  await using output = await open(path, 'w');
  const child = spawn(file, words, { stdio: ['ignore', output.fd, 'pipe'], env: { ...machine, ...variables } });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

/** A command that goes on. It is killed when its test ends. */
export function start(
  args: readonly string[],
  variables: Variables = {},
): ChildProcessByStdio<Writable, Readable, Readable> {
  const [file = '', ...words] = [...program, ...args];
  const child = spawn(file, words, { stdio: 'pipe', env: { ...machine, ...variables } });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}

/** The first piece of its output. */
export async function firstOutput(child: { readonly stdout: Readable }): Promise<string> {
  const [text] = (await once(child.stdout, 'data')) as [string];
  return text;
}

interface TerminalOptions {
  /** The current folder: a terminal gets some files there. Default: that of the tests. */
  readonly cwd?: string;
  readonly columns?: number;
  readonly keys?: string;
  readonly after?: string;
  readonly when?: () => Promise<void>;
}

/**
 * Runs the command on a terminal of its own, which util-linux makes. Both streams come as one, with the line ends of
 * terminals. `keys` are pressed when the output contains `after`, or `when` has resolved.
 */
export async function runOnTerminal(
  args: readonly string[],
  variables: Variables = {},
  { cwd, columns = 80, keys, after = '', when }: TerminalOptions = {},
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const line = [`stty cols ${columns};`, 'exec', ...[...program, ...args].map((word) => `'${word}'`)].join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(cwd !== undefined && { cwd }),
    env: { ...machine, SHELL: '/bin/sh', ...variables },
  });
  let screen = '';
  let isPressed = keys === undefined || when !== undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    if (isPressed || !screen.includes(after)) return;
    isPressed = true;
    child.stdin.write(keys ?? '');
  });
  const closed = once(child, 'close');
  if (when !== undefined) {
    await when();
    child.stdin.write(keys ?? '');
  }
  const [code] = (await closed) as [number | null];
  return { code, screen: screen.replaceAll('\r\n', '\n') };
}
