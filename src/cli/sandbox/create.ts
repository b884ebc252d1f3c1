import type { Sandbox, SandboxOptions } from 'care-platform/sandbox';
import type { StateFile } from './files/state-file.js';
import { withPeople } from './people/people-file.js';
import type { SandboxArguments } from './sandbox-arguments.js';

/** Creates the sandbox, with what the file holds if there is one. */
export async function createFrom(args: SandboxArguments, stateFile: StateFile | undefined): Promise<Sandbox> {
  const { clients, seed, limits, clock, frozen, cors, people } = args;
  const { createSandbox } = await import('care-platform/sandbox');
  const state = await stateFile?.read();
  // A state has a clock of its own.
  const start = clock ?? (state === undefined ? new Date() : undefined);
  const options: SandboxOptions = {
    ...{ clients, seed, state, onChange: stateFile?.changed, clock: { start, frozen } },
    ...(limits === 'off' && { limits: false }),
    ...(cors.length > 0 && { cors: { origins: cors.includes('*') ? '*' : cors } }),
  };
  try {
    if (people === undefined) return createSandbox(options);
    return await withPeople(people, (list) => createSandbox({ ...options, people: list }));
  } catch (error) {
    throw stateFile?.explain(error) ?? error;
  }
}
