import type { Hooks } from 'care-platform';

const telemetryHookNames: readonly (keyof Hooks)[] = [
  'beforeCall',
  'beforeRequest',
  'afterResponse',
  'beforeRetry',
  'afterCall',
];

/**
 * Hooks that call ours and then the caller's own. One that throws keeps no other from being called.
 *
 * @param own what is wrong in it is kept, so that `connect` refuses it
 */
export function combineHooks(ours: readonly Hooks[], own: Hooks | undefined): Hooks {
  if (own === undefined) return combineHooks(ours, {});
  if (Object(own) !== own) return own;
  const combined: Record<string, unknown> = isPlain(own) ? { ...own } : {};
  for (const name of telemetryHookNames) {
    const isHook = own[name] === undefined || typeof own[name] === 'function';
    const callAll = (...notice: [never, never]) =>
      Promise.all([...ours, own].map((hooks) => callHook(hooks, name, notice)));
    combined[name] = isHook ? callAll : own[name];
  }
  return combined;
}

/** An instance of a class has other members too, which are not misspelt hooks. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns a promise that rejects if the hook throws, so that `connect` logs it. Nothing waits for it. */
async function callHook(hooks: Hooks, name: keyof Hooks, notice: [never, never]): Promise<void> {
  await hooks[name]?.(...notice);
}
