import { InputError } from '../../errors.js';

export const millisecondsPerDay = 24 * 3_600_000;

/**
 * The instant of a local time, or `undefined` if the clocks of the zone skipped it. Of two instants the earlier one: an hour of
 * autumn happens twice.
 *
 * @param local milliseconds of the same time in UTC
 */
export function instantOfLocal(zone: string, local: number): Date | undefined {
  const format = clockFormat(zone);
  const offsetAt = (instant: number) => readClock(format, instant) - Math.floor(instant / 1000) * 1000;
  // Zones change at most once in two days.
  const candidates = [local - offsetAt(local - millisecondsPerDay), local - offsetAt(local + millisecondsPerDay)];
  const instants = candidates.filter((instant) => instant + offsetAt(instant) === local);
  return instants.length === 0 ? undefined : new Date(Math.min(...instants));
}

function readClock(format: Intl.DateTimeFormat, instant: number): number {
  const parts = format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<string, number>;
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...time,
      timeZone,
    });
  } catch {
    const message = 'Must be the Olson name of a time zone, such as Europe/Amsterdam.';
    throw InputError.of('diary form', 'zone', message, 'invalid-format');
  }
}
