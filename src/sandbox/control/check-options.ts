import type { SandboxOptions } from '../sandbox.js';
import { settingsWith } from '../settings.js';
import { anything, type Check, flag, instant, kind, object, recordOf, text, whole } from './check-value.js';

const any = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, anything]));

const limits = object(any(['requestsPerSecond', 'burst', 'connections', 'totalPerSecond']), { what: 'limit' });

const members: Readonly<Record<keyof SandboxOptions, Check>> = {
  clients: whole(0),
  seed: kind('a number', Number.isFinite),
  baseUrl: text,
  clock: object({ start: instant, frozen: flag }),
  settings: object(any(Object.keys(settingsWith())), { what: 'setting' }),
  limits: (value, name) => (value === false ? undefined : limits(value, name)),
  cors: object(any(['origins', 'exposedHeaders'])),
  paths: recordOf(text),
};

/** Refuses options that there are none of: a misspelt one would have no effect, and a test would pass for another reason. */
export function checkOptions(options: SandboxOptions): void {
  object(members, { what: 'option' })(options, 'options');
}
