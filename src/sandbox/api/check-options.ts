import {
  anything,
  arrayOf,
  type Check,
  date,
  flag,
  kind,
  orNull,
  recordOf,
  shape,
  text,
  whole,
} from '../control/check-value.js';
import type { SandboxOptions } from './sandbox.js';

const positive = kind('a number above 0', (value) => typeof value === 'number' && value > 0);

const limits = shape(
  { requestsPerSecond: positive, burst: positive, connections: positive, totalPerSecond: orNull(positive) },
  { what: 'limit' },
);

const origins = arrayOf(text);

const cors = shape(
  {
    origins: (value, name) => (value === '*' ? undefined : origins(value, name)),
    exposedHeaders: arrayOf(text),
  },
  { required: ['origins'] },
);

const optionMembers: Readonly<Record<keyof SandboxOptions, Check>> = {
  clients: whole(0),
  // `addOwnPeople` checks their fields.
  people: arrayOf(recordOf(anything)),
  seed: kind('a number', Number.isFinite),
  state: text,
  onChange: kind('a function', (value) => typeof value === 'function'),
  baseUrl: text,
  clock: shape({ start: date, frozen: flag }),
  // `newSettings` checks them.
  settings: anything,
  limits: (value, name) => (value === false ? undefined : limits(value, name)),
  cors,
  paths: recordOf(text),
};

/** Refuses unknown options: a misspelt one would have no effect, and a test could pass for another reason. */
export function checkOptions(options: SandboxOptions): void {
  shape(optionMembers, { what: 'option' })(options, 'options');
}
