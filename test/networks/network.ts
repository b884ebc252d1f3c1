import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { onTestFinished } from 'vitest';
import { type HospitalProxy, type ProxyOptions, startProxy } from './proxy.js';

export interface Platform extends SandboxServer {
  readonly sandbox: Sandbox;
}

/** The sandbox over HTTPS, until the test ends. */
export async function platformWith(tls: { cert: string; key: string }): Promise<Platform> {
  const sandbox = createSandbox();
  const server = await sandbox.listen({ tls });
  onTestFinished(() => server.close());
  return { ...server, sandbox };
}

/** A proxy until the test ends. */
export async function proxyWith(options: ProxyOptions = {}): Promise<HospitalProxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.stop());
  return proxy;
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Runs `reader.ts` in a process of its own with that environment; resolves to all it wrote, when it has ended by itself. */
export async function read(
  { baseUrl, sandbox }: Platform,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<string> {
  const args = [...flags, '--import', file('../support/source-package.ts'), file('reader.ts')];
  const { HTTPS_PROXY: _1, HTTP_PROXY: _2, NO_PROXY: _3, ...rest } = process.env;
  const env = { ...rest, ...environment, CARE_BASE_URL: baseUrl, CARE_TOKEN: sandbox.tokens.apiUser };
  const child = spawn(process.execPath, args, { env, timeout: 90_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  }
  await once(child, 'close');
  return output.trim();
}
