import { UsageError } from '../frame/exit-codes.js';
import { untilAborted } from '../frame/interruption.js';
import type { Shell } from '../frame/shell.js';
import type { SandboxArguments } from './sandbox-arguments.js';
import { welcome } from './welcome.js';

/** Resolves when a signal has ended it. */
export async function serve(args: SandboxArguments, shell: Shell): Promise<void> {
  const { port, host, clients, seed, limits, clock = new Date(), frozen = false, cors, allowHost, quiet } = args;
  const { createSandbox } = await import('care-platform/sandbox');
  const sandbox = createSandbox({
    ...{ clients, seed, clock: { start: clock, frozen } },
    ...(limits === 'off' && { limits: false }),
    ...(cors.length > 0 && { cors: { origins: cors.includes('*') ? '*' : cors } }),
  });
  const server = await sandbox
    .listen({ port, hostname: host, control: true, hosts: allowHost })
    .catch((error: unknown) => {
      throw cannotListen(error, args);
    });
  await shell.write(quiet ? `${server.baseUrl}\n` : welcome(sandbox, server, args));
  await untilAborted(shell.signal);
  await server.close();
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
