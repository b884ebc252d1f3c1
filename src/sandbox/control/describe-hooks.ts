import type { Json } from '../world/json.js';
import type { World } from '../world/world.js';
import type { ValueSchema } from './check-value.js';
import type { SandboxControl } from './control.js';
import { type HookParameters, hookParameters } from './hook-arguments.js';
import { exampleArguments } from './hook-examples.js';

/** A hook of `sandbox.control`, for callers of other languages. */
interface HookDescription {
  readonly name: string;
  /** In their order. */
  readonly arguments: readonly ArgumentDescription[];
  /** All arguments, as the JSON array that the hook takes. */
  readonly example: readonly Json[];
}

interface ArgumentDescription {
  readonly name: string;
  readonly optional: boolean;
  readonly schema: ValueSchema;
}

/** All hooks, described by the checks of their arguments. */
export function describeHooks(world: World): HookDescription[] {
  return Object.entries(hookParameters).map(([name, parameters]: [string, HookParameters]) => ({
    name,
    arguments: Object.entries(parameters).map(([parameter, { schema = {} }]) => ({
      name: parameter.replace('?', ''),
      optional: parameter.endsWith('?'),
      schema,
    })),
    example: exampleArguments(name as keyof SandboxControl, world),
  }));
}
