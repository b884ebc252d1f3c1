import type { PathAliases } from '../http/call/urls.js';
import type { World } from '../world/world.js';
import { hookParameters, withCheckedArguments } from './hook-arguments.js';
import { type OperationsControl, operationsControl } from './operations-control.js';
import { type PeopleControl, peopleControl } from './people-control.js';
import { type TherapyControl, therapyControl } from './therapy-control.js';

/** Simulates what happens on the platform outside its HTTP API. */
export interface SandboxControl extends PeopleControl, TherapyControl, OperationsControl {
  /** Resets everything to the start: the world, settings, clock, journal, outbox and faults. */
  reset(): void;
}

/** Hooks that only read. */
const readers: readonly string[] = ['users', 'user', 'diaryConfiguration'] satisfies readonly (keyof SandboxControl)[];

/** Calls `onChange` after each hook that may have changed something. */
export function reportChanges(control: SandboxControl, onChange: () => void): SandboxControl {
  const hooks = Object.entries(control).map(([name, hook]: [string, (...args: never[]) => unknown]) => {
    if (readers.includes(name)) return [name, hook];
    const reporting = (...args: never[]) => {
      const result = hook(...args);
      onChange();
      return result;
    };
    return [name, reporting];
  });
  return Object.fromEntries(hooks) as SandboxControl;
}

export function createControl(world: () => World, aliases: PathAliases, reset: () => void): SandboxControl {
  const control: SandboxControl = {
    ...{ ...peopleControl(world, aliases), ...therapyControl(world), ...operationsControl(world) },
    reset,
  };
  return withCheckedArguments(control, hookParameters);
}
