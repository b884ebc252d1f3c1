import type { Fault, FaultEffect } from './fault.js';

/** What each kind of fault takes, and cannot do without. */
const EFFECTS: Readonly<Record<FaultEffect['kind'], { required: readonly string[]; optional: readonly string[] }>> = {
  answer: { required: ['status'], optional: ['body', 'headers', 'afterWork'] },
  html: { required: [], optional: ['status', 'afterWork'] },
  redirect: { required: ['location'], optional: ['status'] },
  delay: { required: ['milliseconds'], optional: [] },
  drop: { required: ['when'], optional: [] },
  late: { required: ['milliseconds'], optional: [] },
  truncate: { required: [], optional: ['keep'] },
  stall: { required: ['when'], optional: [] },
  slow: { required: ['milliseconds'], optional: ['pieces'] },
};

const SCOPE: readonly string[] = ['times', 'skip', 'chance', 'method', 'path'];

const NUMBERS = ['status', 'milliseconds', 'keep', 'pieces', 'times', 'skip', 'chance'];
const TEXTS = ['location', 'method'];
// Statuses that an answer with a body cannot have, and no hit at all, would only be noticed later and elsewhere.
const BOUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  status: [200, 599],
  times: [1, Infinity],
  skip: [0, Infinity],
  chance: [0, 1],
};

/** Says what is wrong with a fault, that it takes `more` than the usual names too. */
export function checkFault(given: object, more: readonly string[] = []): asserts given is Fault {
  const { kind } = given as { kind?: FaultEffect['kind'] };
  if (kind === undefined || !Object.hasOwn(EFFECTS, kind)) {
    throw new Error(
      `There is no fault of kind ${JSON.stringify(kind)}. There are: ${Object.keys(EFFECTS).join(', ')}.`,
    );
  }
  const { required, optional } = EFFECTS[kind];
  const offered = [...required, ...optional, ...SCOPE, ...more];
  const values = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const name of required) if (!values.has(name)) throw faultError(kind, `needs \`${name}\``);
  values.delete('kind');
  for (const [name, value] of values) {
    if (!offered.includes(name)) throw faultError(kind, `takes no \`${name}\`, but: ${offered.join(', ')}`);
    checkValue(kind, name, value);
  }
}

function checkValue(kind: FaultEffect['kind'], name: string, value: unknown): void {
  if (NUMBERS.includes(name) && typeof value !== 'number') throw faultError(kind, `takes a number as \`${name}\``);
  if (TEXTS.includes(name) && typeof value !== 'string') throw faultError(kind, `takes a text as \`${name}\``);
  const [least, most] = BOUNDS[name] ?? [-Infinity, Infinity];
  if (typeof value === 'number' && !(value >= least && value <= most)) {
    throw faultError(kind, `takes as \`${name}\` ${most === Infinity ? `${least} or more` : `${least} to ${most}`}`);
  }
  if (name === 'path' && typeof value !== 'string' && !(value instanceof RegExp)) {
    throw faultError(kind, 'takes a text as `path`');
  }
  if (name === 'afterWork' && typeof value !== 'boolean') throw faultError(kind, 'takes true or false as `afterWork`');
  if (name === 'headers' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw faultError(kind, 'takes an object as `headers`');
  }
  if (name === 'when' && value !== 'before' && value !== 'after') {
    throw faultError(kind, 'takes `before` or `after` as `when`');
  }
}

/** Begins with which fault. */
export function faultError(kind: string, what: string): Error {
  return new Error(`A fault of kind \`${kind}\` ${what}.`);
}
