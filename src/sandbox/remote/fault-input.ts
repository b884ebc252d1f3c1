import type { Fault, FaultEffect } from '../http/faults.js';
import { isJsonObject, type JsonObject } from '../http/json.js';

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

const SCOPE = ['times', 'skip', 'chance', 'method', 'path', 'pathPattern'];

const NUMBERS = ['status', 'milliseconds', 'keep', 'pieces', 'times', 'skip', 'chance'];
const TEXTS = ['location', 'method', 'path', 'pathPattern'];
// Statuses that an answer with a body cannot have, and no hit at all, would only be noticed later and elsewhere.
const BOUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  status: [200, 599],
  times: [1, Infinity],
  skip: [0, Infinity],
  chance: [0, 1],
};

/** Reads faults that came as JSON, where `pathPattern` is the source of a regular expression. Says what is wrong. */
export function faultsFrom(value: unknown): Fault[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => {
    if (!isJsonObject(one)) throw new Error('A fault is an object such as {"kind": "drop", "when": "after"}.');
    return faultFrom(one);
  });
}

function faultFrom(given: JsonObject): Fault {
  const kind = given.kind as FaultEffect['kind'];
  if (!Object.hasOwn(EFFECTS, kind)) {
    throw new Error(
      `There is no fault of kind ${JSON.stringify(kind)}. There are: ${Object.keys(EFFECTS).join(', ')}.`,
    );
  }
  const { required, optional } = EFFECTS[kind];
  const known = ['kind', ...required, ...optional, ...SCOPE];
  for (const name of required) if (!Object.hasOwn(given, name)) throw wrong(kind, `needs \`${name}\``);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw wrong(kind, `takes no \`${name}\`, but: ${known.slice(1).join(', ')}`);
    if (NUMBERS.includes(name) && typeof value !== 'number') throw wrong(kind, `takes a number as \`${name}\``);
    if (TEXTS.includes(name) && typeof value !== 'string') throw wrong(kind, `takes a text as \`${name}\``);
    const [least, most] = BOUNDS[name] ?? [-Infinity, Infinity];
    if (typeof value === 'number' && (value < least || value > most)) {
      throw wrong(kind, `takes as \`${name}\` ${most === Infinity ? `${least} or more` : `${least} to ${most}`}`);
    }
    if (name === 'afterWork' && typeof value !== 'boolean') throw wrong(kind, 'takes true or false as `afterWork`');
    if (name === 'headers' && !isJsonObject(value)) throw wrong(kind, 'takes an object as `headers`');
    if (name === 'when' && value !== 'before' && value !== 'after') {
      throw wrong(kind, 'takes `before` or `after` as `when`');
    }
  }
  const { pathPattern, ...fault } = given;
  if (pathPattern !== undefined && 'path' in fault) throw wrong(kind, 'takes `path` or `pathPattern`, not both');
  const scope = typeof pathPattern === 'string' ? { path: new RegExp(pathPattern) } : {};
  return { ...fault, ...scope } as Fault;
}

function wrong(kind: string, what: string): Error {
  return new Error(`A fault of kind \`${kind}\` ${what}.`);
}
