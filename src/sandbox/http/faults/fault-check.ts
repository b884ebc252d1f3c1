import { clockUnits, millisecondsOf } from '../../world/clock.js';
import type { Fault, FaultEffect, FaultScope } from './fault.js';

type FaultKind = FaultEffect['kind'];
type EffectOf<Kind> = Omit<Extract<FaultEffect, { kind: Kind }>, 'kind'>;
type OptionName = { [Kind in FaultKind]: keyof EffectOf<Kind> }[FaultKind] | keyof FaultScope;
/** Whether each option is required. The compiler asks for all of them. */
type Needs<Options> = {
  readonly [Name in keyof Options]-?: undefined extends Options[Name] ? 'optional' : 'required';
};

const effects: { readonly [Kind in FaultKind]: Needs<EffectOf<Kind>> } = {
  response: { status: 'required', body: 'optional', headers: 'optional', afterWork: 'optional' },
  html: { status: 'optional', afterWork: 'optional' },
  redirect: { location: 'required', status: 'optional' },
  delay: { milliseconds: 'required' },
  drop: { when: 'required' },
  late: { milliseconds: 'required' },
  truncate: { keep: 'optional' },
  stall: { when: 'required' },
  slow: { milliseconds: 'required', pieces: 'optional' },
};

const scope: Needs<FaultScope> = {
  times: 'optional',
  for: 'optional',
  skip: 'optional',
  chance: 'optional',
  method: 'optional',
  path: 'optional',
};

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'];
/** So that its end is a date. */
const longestFault = millisecondsOf({ days: 36_500 });

const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * By name, what a value must be if it is wrong. A wrong value would act differently than written, or not at all, and be
 * noticed much later.
 */
const problemsByName: Readonly<Record<OptionName, (value: unknown, kind: FaultKind) => string | undefined>> = {
  status: (value, kind) =>
    notWithin('status', value, { least: 200, most: 599, whole: true }) ??
    (kind === 'redirect' ? notOneOf('status', value, redirectStatuses) : undefined),
  // A longer timer would fire at once.
  milliseconds: (value) => notWithin('milliseconds', value, { least: 0, most: 2 ** 31 - 1 }),
  keep: (value) => notWithin('keep', value, { least: 0, whole: true }),
  pieces: (value) => notWithin('pieces', value, { least: 1, whole: true }),
  times: (value) => notWithin('times', value, { least: 1, whole: true }),
  for: notDuration,
  skip: (value) => notWithin('skip', value, { least: 0, whole: true }),
  chance: (value) => notWithin('chance', value, { least: 0, most: 1 }),
  method: (value) => notText('method', value) ?? notOneOf('method', value, methods),
  location: (value) =>
    notText('location', value) ?? (canBeSent('Location', value) ? undefined : 'a valid header value as `location`'),
  path: (value) => (isPattern(value) ? undefined : (notText('path', value) ?? notPath(String(value)))),
  afterWork: (value) => (typeof value === 'boolean' ? undefined : 'true or false as `afterWork`'),
  when: (value) => (value === 'before' || value === 'after' ? undefined : '`before` or `after` as `when`'),
  body: (value) => (isJson(value) ? undefined : 'a text or a JSON value as `body`'),
  headers: notHeaders,
};

/** Checks a fault. `more` are additional names that it accepts, which the caller checks. */
export function checkFault(given: object, more: readonly string[] = []): asserts given is Fault {
  const { kind } = (given ?? {}) as { kind?: FaultKind };
  if (kind === undefined || !Object.hasOwn(effects, kind)) {
    throw new Error(
      `There is no fault of kind ${JSON.stringify(kind)}. There are: ${Object.keys(effects).join(', ')}.`,
    );
  }
  const own: Needs<object> = effects[kind];
  const known = [...Object.keys(own), ...Object.keys(scope), ...more];
  const values = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const [name, need] of Object.entries(own)) {
    if (need === 'required' && !values.has(name)) throw faultError(kind, `needs \`${name}\``);
  }
  values.delete('kind');
  for (const [name, value] of values) {
    if (!known.includes(name)) throw faultError(kind, `has no \`${name}\`. It takes: ${known.join(', ')}`);
    const problem = isOptionName(name) ? problemsByName[name](value, kind) : undefined;
    if (problem !== undefined) throw faultError(kind, `takes ${problem}`);
  }
  if (values.has('times') && values.has('for')) throw faultError(kind, 'takes `times` or `for`, not both');
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(problemsByName, name);
}

function notWithin(
  name: string,
  value: unknown,
  { least, most = Infinity, whole }: { readonly least: number; readonly most?: number; readonly whole?: true },
): string | undefined {
  if (typeof value !== 'number') return `a number as \`${name}\``;
  if (!(value >= least && value <= most)) {
    return `${most === Infinity ? `${least} or more` : `${least} to ${most}`} as \`${name}\``;
  }
  return whole && value !== Infinity && !Number.isInteger(value) ? `a whole number as \`${name}\`` : undefined;
}

function notDuration(value: unknown): string | undefined {
  const parts = Object.entries(value ?? {}).filter(([, amount]) => amount !== undefined);
  const areAmounts = parts.every(
    ([name, amount]) => clockUnits.some((unit) => unit === name) && typeof amount === 'number',
  );
  const length = areAmounts ? millisecondsOf(Object.fromEntries(parts)) : Number.NaN;
  const isWithin = length > 0 && length <= longestFault;
  return isWithin ? undefined : `numbers of ${clockUnits.join(', ')} as \`for\`, more than 0 and up to 36500 days`;
}

function notText(name: string, value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : `a text as \`${name}\``;
}

function notOneOf(name: string, value: unknown, known: readonly unknown[]): string | undefined {
  return known.includes(value) ? undefined : `one of ${known.join(', ')} as \`${name}\``;
}

/** Also true for patterns of another realm, such as that of a test runner. */
function isPattern(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}

function notPath(text: string): string | undefined {
  const isBelow = /^\/[^?#]*$/.test(text);
  return isBelow ? undefined : 'a path below the base URL as `path`, without a query, such as `/c/items`';
}

function notHeaders(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'an object as `headers`';
  const wrong = Object.entries(value).find(([name, text]) => typeof text !== 'string' || !canBeSent(name, text));
  return wrong && `names and texts that can be sent as \`headers\`, not ${JSON.stringify(wrong[0])}`;
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

/** The message begins with the kind of the fault. */
export function faultError(kind: string, what: string): Error {
  return new Error(`A fault of kind \`${kind}\` ${what}.`);
}
