#!/usr/bin/env node
import { createRequire } from 'node:module';
import { help, readArguments, type SandboxArguments, UsageError } from './cli/arguments.js';
import { welcome } from './cli/welcome.js';
import { createSandbox } from './sandbox/index.js';

try {
  const args = readArguments(process.argv.slice(2));
  if ('show' in args) process.stdout.write(args.show === 'help' ? help : `${version()}\n`);
  else await serve(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`care-platform: ${error.message} More: care-platform --help\n`);
  process.exitCode = 2;
}

async function serve(args: SandboxArguments): Promise<void> {
  const { port, host, clients, seed, limits, clock, frozen, cors, hosts, quiet } = args;
  const sandbox = createSandbox({
    ...{ clients, seed, clock: { start: clock, frozen } },
    ...(!limits && { limits: false }),
    ...(cors.length > 0 && { cors: { origins: cors.includes('*') ? '*' : cors } }),
  });
  const server = await sandbox.listen({ port, hostname: host, control: true, hosts }).catch((error: unknown) => {
    throw cannotListen(error, args);
  });
  process.stdout.write(quiet ? `${server.baseUrl}\n` : welcome(sandbox, server, args));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
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

function version(): string {
  return String(createRequire(import.meta.url)('../package.json').version);
}
