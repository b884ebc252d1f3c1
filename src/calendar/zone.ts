/** In milliseconds. */
export const dayLength = 24 * 60 * 60 * 1000;

/** A time zone: how many milliseconds its clocks are ahead of UTC. */
export interface Zone {
  offsetAt(instant: number): number;
}

export const utc: Zone = { offsetAt: () => 0 };

const knownZones = new Map<string, Zone | null>();

/** More than all existing zones: further names come from a hostile calendar. */
const maxKnownZones = 1000;

/** A zone of the runtime, or `null` if it does not know the name. */
export function runtimeZone(name: string): Zone | null {
  const key = name.toLowerCase();
  const found = knownZones.get(key);
  if (found !== undefined) return found;
  if (knownZones.size >= maxKnownZones) knownZones.clear();
  const zone = newZone(name);
  knownZones.set(key, zone);
  return zone;
}

function newZone(timeZone: string): Zone | null {
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
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
    return withMemory((instant) => offsetIn(formatter, instant));
  } catch {
    return null;
  }
}

function offsetIn(formatter: Intl.DateTimeFormat, instant: number): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const maxCachedDays = 10_000;

/** Remembers offsets by day: no zone changes its offset twice between two midnights in UTC. */
function withMemory(offsetAt: (instant: number) => number): Zone {
  const atMidnights = new Map<number, number>();
  const atMidnight = (midnight: number): number => {
    const remembered = atMidnights.get(midnight);
    if (remembered !== undefined) return remembered;
    if (atMidnights.size >= maxCachedDays) atMidnights.clear();
    const offset = offsetAt(midnight);
    atMidnights.set(midnight, offset);
    return offset;
  };
  return {
    offsetAt(instant) {
      const midnight = Math.floor(instant / dayLength) * dayLength;
      const offset = atMidnight(midnight);
      return offset === atMidnight(midnight + dayLength) ? offset : offsetAt(instant);
    },
  };
}

/**
 * The instant at which the clocks of the zone show this time, given as if it were UTC. If they show it twice, the first
 * counts. If they skip it, the offset before the gap counts (RFC 5545, section 3.3.5). For times of a rule, section 3.3.10
 * says that, and also that skipped times are ignored. A reminder an hour late is better than none.
 */
export function instantOf(wall: number, zone: Zone): number {
  if (zone === utc) return wall;
  // Every zone is less than a day away from UTC, so the wanted instant is between these two.
  const before = zone.offsetAt(wall - dayLength);
  const after = zone.offsetAt(wall + dayLength);
  if (before === after || zone.offsetAt(wall - before) === before) return wall - before;
  return zone.offsetAt(wall - after) === after ? wall - after : wall - before;
}
