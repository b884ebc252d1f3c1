import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from 'care-platform/sandbox';
import { afterAll, beforeAll } from 'vitest';
import type { Variables } from './command.js';

/** A sandbox that the commands of one test file reach, from the first test to the last. */
export interface CommandSandbox {
  readonly sandbox: Sandbox;
  /** Not before the first test. */
  readonly server: () => SandboxServer;
  /** Those of a command that reaches it. Filled before the first test. */
  readonly variables: Variables;
}

export function commandSandbox(options: SandboxOptions, role: keyof Sandbox['tokens'] = 'apiUser'): CommandSandbox {
  const sandbox = createSandbox(options);
  const variables: Record<string, string> = {};
  let server: SandboxServer;
  beforeAll(async () => {
    server = await sandbox.listen({ port: 0 });
    Object.assign(variables, { CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens[role] });
  });
  afterAll(() => server.close());
  return { sandbox, variables, server: () => server };
}
