import {
  anything,
  type Check,
  flag,
  instant,
  kind,
  listOf,
  object,
  orNull,
  recordOf,
  text,
  whole,
} from '../control/check-value.js';
import type { SandboxOptions } from './sandbox.js';

const positive = kind('a number above 0', (value) => typeof value === 'number' && value > 0);

const limits = object(
  { requestsPerSecond: positive, burst: positive, connections: positive, totalPerSecond: orNull(positive) },
  { what: 'limit' },
);

const origins = listOf(text);

const cors = object(
  {
    origins: (value, name) => (value === '*' ? undefined : origins(value, name)),
    exposedHeaders: listOf(text),
  },
  { required: ['origins'] },
);

const members: Readonly<Record<keyof SandboxOptions, Check>> = {
  clients: whole(0),
  seed: kind('a number', Number.isFinite),
  baseUrl: text,
  clock: object({ start: instant, frozen: flag }),
  // `newSettings` checks them.
  settings: anything,
  limits: (value, name) => (value === false ? undefined : limits(value, name)),
  cors,
  paths: recordOf(text),
};

/** Refuses unknown options: a misspelt one would have no effect, and a test could pass for another reason. */
export function checkOptions(options: SandboxOptions): void {
  object(members, { what: 'option' })(options, 'options');
}
