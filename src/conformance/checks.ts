import { isDeepStrictEqual } from 'node:util';

// Reports go to support, so no message holds a value of the platform: only fixed words, statuses, numbers of items and the
// kinds of values. `node:assert` and the `expect` of test runners print the values that differ.

/** The platform does not do what the rule says. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}

/** The token may not read what the rule needs, or the installation does not have it. */
export class NotReachable extends Error {
  override readonly name = 'NotReachable';
}

/** @param fault what is wrong, in fixed words */
export function checkThat(isSo: boolean, fault: string): asserts isSo {
  if (!isSo) throw new BrokenRule(fault);
}

/** Compares as JSON, so that a class or a field that is `undefined` makes no difference. */
export function checkEqual(found: unknown, expected: unknown, what: string): void {
  const [left, right] = [asJson(found), asJson(expected)];
  if (isDeepStrictEqual(left, right)) return;
  const [kind, other] = [kindOfValue(left), kindOfValue(right)];
  const difference = kind === other ? `both are ${kind}, and differ` : `expected ${other}, found ${kind}`;
  throw new BrokenRule(`${what}: ${difference}.`);
}

/** Compares with a value of the documentation, which the message may show. */
export function checkStatus(found: number, documented: number, what: string): void {
  checkThat(found === documented, `${what}: expected status ${documented}, found ${found}.`);
}

/** Checks that all documented names are there. */
export function checkNames(found: readonly string[], documented: readonly string[], what: string): void {
  const missing = documented.filter((name) => !found.includes(name));
  checkThat(missing.length === 0, `${what}: ${missing.join(', ')} is missing.`);
}

export function checkList(value: unknown, what: string): asserts value is readonly unknown[] {
  checkThat(Array.isArray(value), `${what}: expected a list, found ${kindOfValue(value)}.`);
}

export function checkText(value: unknown, what: string): asserts value is string {
  checkThat(typeof value === 'string', `${what}: expected a text, found ${kindOfValue(value)}.`);
}

export function checkPattern(value: unknown, pattern: RegExp, form: string, what: string): void {
  checkText(value, what);
  checkThat(pattern.test(value), `${what}: expected ${form}, found another text.`);
}

/** A time as the platform writes it: UTC, without a zone. */
export function checkTime(value: unknown, what: string): void {
  checkPattern(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a time such as 2026-03-01T12:00:00', what);
}

/** What a value is, without the value. */
export function kindOfValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (value === '') return 'an empty text';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
