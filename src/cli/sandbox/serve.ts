import type { Sandbox } from 'care-platform/sandbox';
import { behindLinks } from '../../node/behind-links.js';
import { UsageError } from '../frame/exit-codes.js';
import { untilAborted } from '../frame/interruption.js';
import type { Shell } from '../frame/shell.js';
import { createFrom } from './create.js';
import { writeAuthority } from './files/authority-file.js';
import { StateFile } from './files/state-file.js';
import { lockState } from './files/state-lock.js';
import type { SandboxArguments } from './sandbox-arguments.js';
import { type RunningSandbox, welcome } from './welcome.js';

/** Resolves when a signal has ended it. */
export async function serve(args: SandboxArguments, shell: Shell): Promise<void> {
  if (args.quiet && args.env) throw new UsageError('--quiet and --env print two different things: choose one.');
  if (args.tlsCa !== undefined && !args.tls)
    throw new UsageError('--tls-ca needs --tls: without it there is no certificate.');
  const path = args.state === undefined ? undefined : await behindLinks(args.state);
  const stateFile = path === undefined ? undefined : new StateFile(path, shell.note);
  // Before the state is read: a sandbox that ends would still change it.
  await using _lock = path === undefined ? undefined : await lockState(path);
  const sandbox = await createFrom(args, stateFile);
  await listenUntilAborted(args, sandbox, stateFile, shell);
  await stateFile?.close();
}

async function listenUntilAborted(
  args: SandboxArguments,
  sandbox: Sandbox,
  stateFile: StateFile | undefined,
  shell: Shell,
): Promise<void> {
  const { port, host, allowHost, tls } = args;
  const token = tokenOf(args.role, sandbox);
  const address = { port, hostname: host, control: true, hosts: allowHost };
  await using server = await sandbox.listen({ ...address, tls }).catch((error: unknown) => {
    throw cannotListen(error, args);
  });
  const { authority } = server;
  await using file = authority === undefined ? undefined : await writeAuthority(authority, args.tlsCa);
  // Not before it listens: another sandbox may use the port, and the file.
  await stateFile?.keep(sandbox);
  await shell.write(output({ sandbox, server, args, authorityFile: file?.path }, token));
  await untilAborted(shell.signal);
}

/** A role that does not exist is refused before anything listens. */
function tokenOf(role: string, { tokens }: Sandbox): string {
  const token = Object.entries(tokens).find(([name]) => name === role)?.[1];
  if (token !== undefined) return token;
  throw new UsageError(`--role takes ${Object.keys(tokens).join(', ')}, not '${role}'.`);
}

function output(running: RunningSandbox, token: string): string {
  const { args, server, authorityFile } = running;
  if (args.quiet) return `${server.baseUrl}\n`;
  if (!args.env) return welcome(running);
  const trust = authorityFile === undefined ? '' : `NODE_EXTRA_CA_CERTS=${quoteForShell(authorityFile)}\n`;
  return `CARE_BASE_URL=${server.baseUrl}\nCARE_TOKEN=${token}\n${trust}`;
}

/** A shell and `parseEnv` of Node read it alike. */
function quoteForShell(path: string): string {
  if (/^[\w./:+@-]+$/.test(path)) return path;
  return path.includes("'") ? `"${path}"` : `'${path}'`;
}

function cannotListen(error: unknown, { port, host }: SandboxArguments): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'Choose another with --port, or use --port 0 for any free one.';
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is already in use. ${other}`);
  if (code === 'EACCES') return new UsageError(`Port ${port} needs administrator rights. ${other}`);
  // A certificate is made before it listens, and fails for an address such as `1:2`.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'ERR_INVALID_URL') {
    return new UsageError(
      `This machine has no address ${host}. --host takes 127.0.0.1, ::1 or an address of this machine.`,
    );
  }
  return error;
}
