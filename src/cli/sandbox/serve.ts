import type { Sandbox, SandboxServer } from 'care-platform/sandbox';
import { UsageError } from '../frame/exit-codes.js';
import { untilAborted } from '../frame/interruption.js';
import type { Shell } from '../frame/shell.js';
import type { SandboxArguments } from './sandbox-arguments.js';
import { welcome } from './welcome.js';

/** Resolves when a signal has ended it. */
export async function serve(args: SandboxArguments, shell: Shell): Promise<void> {
  const { port, host, clients, seed, limits, clock = new Date(), frozen = false, cors, allowHost } = args;
  if (args.quiet && args.env) throw new UsageError('--quiet and --env print two different things: choose one.');
  const { createSandbox } = await import('care-platform/sandbox');
  const sandbox = createSandbox({
    ...{ clients, seed, clock: { start: clock, frozen } },
    ...(limits === 'off' && { limits: false }),
    ...(cors.length > 0 && { cors: { origins: cors.includes('*') ? '*' : cors } }),
  });
  const shown = printer(sandbox, args);
  const server = await sandbox
    .listen({ port, hostname: host, control: true, hosts: allowHost })
    .catch((error: unknown) => {
      throw cannotListen(error, args);
    });
  await shell.write(shown(server));
  await untilAborted(shell.signal);
  await server.close();
}

/** What is printed when it listens. A role that does not exist is refused before. */
function printer(sandbox: Sandbox, args: SandboxArguments): (server: SandboxServer) => string {
  const { quiet, env, role } = args;
  const token = Object.entries(sandbox.tokens).find(([name]) => name === role)?.[1];
  if (token === undefined) {
    throw new UsageError(`--role takes ${Object.keys(sandbox.tokens).join(', ')}, not '${role}'.`);
  }
  if (env) return ({ baseUrl }) => `CARE_BASE_URL=${baseUrl}\nCARE_TOKEN=${token}\n`;
  return (server) => (quiet ? `${server.baseUrl}\n` : welcome(sandbox, server, args));
}

function cannotListen(error: unknown, { port, host }: SandboxArguments): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'Choose another with --port, or use --port 0 for any free one.';
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is already in use. ${other}`);
  if (code === 'EACCES') return new UsageError(`Port ${port} needs administrator rights. ${other}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(
      `This machine has no address ${host}. --host takes 127.0.0.1, ::1 or an address of this machine.`,
    );
  }
  return error;
}
