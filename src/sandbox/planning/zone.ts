/**
 * Wall clock times and instants. A wall clock time is written `yyyy-mm-ddTHH:MM:SS` and needs a time zone. The calendar
 * feed gives `DTSTART` in this way, everything else in the API is UTC.
 */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the zone is ahead of UTC at this instant. */
function offsetAt(instant: number, zone: string): number {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** The wall clock time as if it were UTC, for arithmetic on days. */
export function wallClock(local: string): number {
  return Date.parse(`${local}Z`);
}

export function wallClockText(local: number): string {
  return new Date(local).toISOString().slice(0, 19);
}

/** The wall clock time of the zone at an instant. */
export function localTime(instant: number, zone: string): string {
  return wallClockText(instant + offsetAt(instant, zone));
}

/**
 * The instant of a wall clock time. If the zone has this time twice, the first one counts. If the zone skips it, the
 * offset before the gap counts. RFC 5545, section 3.3.5, defines both.
 */
export function instantOf(local: string, zone: string): number {
  const wall = wallClock(local);
  const before = offsetAt(wall - millisecondsPerDay, zone);
  if (offsetAt(wall - before, zone) === before) return wall - before;
  const after = offsetAt(wall + millisecondsPerDay, zone);
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}

export const millisecondsPerDay = 24 * 60 * 60 * 1000;
