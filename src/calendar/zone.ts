import { CalendarError } from './calendar-error.js';

export const DAY = 24 * 60 * 60 * 1000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const formatter = newFormatter(zone);
  formatters.set(zone, formatter);
  return formatter;
}

function newFormatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new CalendarError(`The time zone '${zone}' is not known here, so that no occurrence can be computed.`);
  }
}

/** Milliseconds that the zone is ahead of UTC at this instant. */
function offsetAt(instant: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which the clocks of the zone show this time, given as if it were UTC. Where they show it twice it is the
 * first of the two, where they skip it the offset before the gap counts (RFC 5545, section 3.3.5). For a time that a rule
 * gives, section 3.3.10 says both that and that a skipped one is ignored; a reminder an hour late is better than none.
 */
export function instantOf(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  // No zone is a day away from UTC, so one of these is before the instant looked for and the other after it.
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  if (before === after || offsetAt(wall - before, zone) === before) return wall - before;
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}
