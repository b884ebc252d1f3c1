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

const optionMembers: Readonly<Record<keyof Omit<SandboxOptions, 'paths'>, Check>> = {
  clients: whole(0),
  // `addOwnPeople` checks their fields.
  people: arrayOf(recordOf(anything)),
  seed: kind('a number', Number.isFinite),
  state: text,
  onChange: kind('a function', (value) => typeof value === 'function'),
  baseUrl: kind('a URL such as https://care.example/api/2', isBaseUrl),
  clock: shape({ start: date, frozen: flag }),
  // `newSettings` checks them.
  settings: anything,
  limits: (value, name) => (value === false ? undefined : limits(value, name)),
  cors,
};

/** Refuses unknown options: a misspelt one would have no effect, and a test could pass for another reason. */
export function checkOptions(options: SandboxOptions, segments: readonly string[]): void {
  const paths = shape(Object.fromEntries(segments.map((segment) => [segment, text])), { what: 'path segment' });
  shape({ ...optionMembers, paths }, { what: 'option' })(options, 'options');
}

/** Links append to it, so it has no query and no fragment. */
function isBaseUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}
