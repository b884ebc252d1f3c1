import type { Budget } from './budget.js';
import { type CalendarTime, calendarTime } from './calendar-time.js';

/** One property, unparsed: its value can still contain escapes and lists. */
export interface Property {
  /** In lower case. */
  readonly name: string;
  parameter(name: string): string | null;
  readonly value: string;
}

/**
 * Returns `null` if the line is not a property. By hand: ical.js needs time that grows with the square of the length of some
 * lines.
 */
export function readProperty(line: string): Property | null {
  const nameEnd = endOf(line, 0, ';:');
  const parameters = new Map<string, string>();
  let at = nameEnd;
  while (line[at] === ';') {
    const equals = endOf(line, at + 1, '=;:"');
    const end = line[equals] === '=' ? valueEnd(line, equals + 1) : -1;
    if (end === -1 || equals === at + 1) return null;
    parameters.set(line.slice(at + 1, equals).toLowerCase(), line.slice(equals + 1, end).replaceAll('"', ''));
    at = end;
  }
  if (nameEnd === 0 || line[at] !== ':') return null;
  return {
    name: line.slice(0, nameEnd).toLowerCase(),
    parameter: (wanted) => parameters.get(wanted) ?? null,
    value: line.slice(at + 1),
  };
}

/** The index of the first of these characters, or the end of the line. */
function endOf(line: string, start: number, letters: string): number {
  let at = start;
  while (at < line.length && !letters.includes(line[at] ?? '')) at++;
  return at;
}

/** The end of a parameter's value; `-1` if a quote is not closed. */
function valueEnd(line: string, start: number): number {
  let at = endOf(line, start, ';:"');
  while (line[at] === '"') {
    const close = line.indexOf('"', at + 1);
    if (close === -1) return -1;
    at = endOf(line, close + 1, ';:"');
  }
  return at;
}

export function unescapeText(value: string): string {
  const parts = value.split('\\\\');
  return parts.map((part) => part.replaceAll(/\\([;,])/g, '$1').replaceAll(/\\n/gi, '\n')).join('\\');
}

/** The texts of a list, without duplicates: split at unescaped commas. */
export function unescapeList(value: string, budget: Budget): string[] {
  const texts = splitDistinct(value, isEscaped, budget).map((part) => unescapeText(part).trim());
  return texts.filter((text) => text !== '');
}

/** The times that a property lists, without duplicates. A period counts by its start. `null` if one cannot be read. */
export function timesOf({ value, parameter }: Property, budget: Budget): CalendarTime[] | null {
  const zone = parameter('tzid')?.trim() || null;
  const times = splitDistinct(value, () => false, budget).map((text) => calendarTime(text.split('/')[0] ?? '', zone));
  return times.every((time) => time !== null) ? times : null;
}

/** The parts between commas, without duplicates. */
function splitDistinct(value: string, isPart: (value: string, comma: number) => boolean, budget: Budget): string[] {
  const parts = new Set<string>();
  for (let start = 0; start <= value.length; ) {
    let end = value.indexOf(',', start);
    while (end !== -1 && isPart(value, end)) end = value.indexOf(',', end + 1);
    const part = value.slice(start, end === -1 ? value.length : end);
    if (!parts.has(part)) budget.spend();
    parts.add(part);
    start = end === -1 ? value.length + 1 : end + 1;
  }
  return [...parts];
}

function isEscaped(value: string, comma: number): boolean {
  let backslashes = 0;
  while (value[comma - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}
