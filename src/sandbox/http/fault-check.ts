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

const TEXTS = ['location', 'method'];
const OBJECTS = ['headers'];

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
}

// What is out of them would do something else than it says, or nothing at all, and be noticed much later and elsewhere.
const NUMBERS: Readonly<Record<string, Bounds>> = {
  status: { least: 200, most: 599, whole: true },
  // A timer of more ends at once.
  milliseconds: { least: 0, most: 2 ** 31 - 1 },
  keep: { least: 0, most: Infinity, whole: true },
  pieces: { least: 1, most: Infinity, whole: true },
  times: { least: 1, most: Infinity, whole: true },
  skip: { least: 0, most: Infinity, whole: true },
  chance: { least: 0, most: 1 },
};

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Says what is wrong with a fault, that it takes `more` than the usual names too. */
export function checkFault(given: object, more: readonly string[] = []): asserts given is Fault {
  const { kind } = (given ?? {}) as { kind?: FaultEffect['kind'] };
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
  const wrong = (taken: string) => faultError(kind, `takes ${taken}`);
  const bounds = NUMBERS[name];
  if (bounds !== undefined) checkNumber(kind, name, value, bounds);
  if (TEXTS.includes(name) && typeof value !== 'string') throw wrong(`a text as \`${name}\``);
  if (OBJECTS.includes(name) && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw wrong(`an object as \`${name}\``);
  if (name === 'status' && kind === 'redirect' && !REDIRECTS.some((one) => one === value))
    throw wrong(`as \`status\` one of ${REDIRECTS.join(', ')}`);
  if (name === 'method' && !METHODS.some((one) => one === value))
    throw wrong(`as \`method\` one of ${METHODS.join(', ')}`);
  if (name === 'path') checkPath(kind, value);
  if (name === 'afterWork' && typeof value !== 'boolean') throw wrong('true or false as `afterWork`');
  if (name === 'when' && value !== 'before' && value !== 'after') throw wrong('`before` or `after` as `when`');
  if (name === 'body' && !isJson(value)) throw wrong('as `body` a text, or what JSON can hold');
  if (name === 'location' && !canBeSent('Location', value)) throw wrong('as `location` what a header can hold');
  if (name !== 'headers') return;
  for (const [header, content] of Object.entries(value as object)) {
    if (typeof content !== 'string' || !canBeSent(header, content))
      throw wrong(`as \`headers\` names and texts that can be sent, unlike ${JSON.stringify(header)}`);
  }
}

function checkNumber(kind: FaultEffect['kind'], name: string, value: unknown, { least, most, whole }: Bounds): void {
  if (typeof value !== 'number') throw faultError(kind, `takes a number as \`${name}\``);
  if (!(value >= least && value <= most))
    throw faultError(kind, `takes as \`${name}\` ${most === Infinity ? `${least} or more` : `${least} to ${most}`}`);
  if (whole && Number.isFinite(value) && !Number.isInteger(value))
    throw faultError(kind, `takes a whole number as \`${name}\``);
}

function checkPath(kind: FaultEffect['kind'], value: unknown): void {
  if (value instanceof RegExp) return;
  if (typeof value !== 'string') throw faultError(kind, 'takes a text as `path`');
  if (!/^\/[^?#]*$/.test(value))
    throw faultError(kind, 'takes as `path` one below the base URL, without a query, such as `/c/items`');
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function canBeSent(name: string, value: unknown): boolean {
  try {
    new Headers([[name, String(value)]]);
    return true;
  } catch {
    return false;
  }
}

/** Begins with which fault. */
export function faultError(kind: string, what: string): Error {
  return new Error(`A fault of kind \`${kind}\` ${what}.`);
}
