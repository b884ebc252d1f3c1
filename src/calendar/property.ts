import ICAL from 'ical.js';
import { CalendarError } from './calendar-error.js';
import { type CalendarTime, calendarTime } from './calendar-time.js';

/** One property as it is written: escapes and lists in the value are still to be read. */
export interface Property {
  /** In lower case. */
  readonly name: string;
  parameter(name: string): string | null;
  readonly value: string;
}

/**
 * The grammar of a line is the library's. Its reading of values is not used: it takes a whole calendar down for one rule
 * that it does not know, and splits no list after an escaped backslash.
 */
const linesOnly: Parameters<typeof ICAL.parse.property>[1] = {
  property: {},
  param: {},
  value: {},
  propertyGroups: false,
};

export function readProperty(line: string, number: number): Property {
  let parsed: unknown;
  try {
    parsed = ICAL.parse.property(line, linesOnly);
  } catch {
    // The library's error quotes the line.
    throw new CalendarError(`Line ${number} of the calendar (folded lines counted as one) is not a property.`);
  }
  const [name, parameters, , value] = parsed as [string, Record<string, unknown>, string, string];
  return {
    name,
    parameter(wanted) {
      const found = Object.hasOwn(parameters, wanted) ? parameters[wanted] : undefined;
      return typeof found === 'string' ? found : null;
    },
    value,
  };
}

export function textOf(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
}

/** The texts of a list: split at the commas that no backslash escapes. */
export function textsOf(value: string): string[] {
  const parts = value.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [];
  return parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
}

/** The times of a property that may list several; of a period the beginning. `null` where one cannot be read. */
export function timesOf({ value, parameter }: Property): CalendarTime[] | null {
  const times = value.split(',').map((text) => calendarTime(text.split('/')[0] ?? '', parameter('tzid')));
  return times.every((time) => time !== null) ? times : null;
}
