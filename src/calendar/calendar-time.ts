/**
 * A time as the calendar writes it. Only `utc` is an instant; the others need a zone to become one. The zone of the machine
 * is never used.
 */
export type CalendarTime =
  | { readonly kind: 'utc'; readonly at: Date }
  /** `wall` is `yyyy-mm-ddTHH:MM:SS` on the clocks of `zone`, an identifier such as `Europe/Amsterdam`. */
  | { readonly kind: 'zoned'; readonly zone: string; readonly wall: string }
  /** The same wall clock time in every zone. */
  | { readonly kind: 'floating'; readonly wall: string }
  /** `yyyy-mm-dd`: a day without a time. */
  | { readonly kind: 'date'; readonly date: string };

/**
 * Returns `null` if the text is not a valid time. The form decides, since `VALUE=DATE` is often missing. Years below 100 are
 * refused: `Date.UTC` reads them as years of the last century.
 */
export function calendarTime(text: string, zone: string | null): CalendarTime | null {
  const [, day, time, utc] = /^\s*(\d{8})(?:T(\d{6})(Z?))?\s*$/i.exec(text) ?? [];
  if (day === undefined || day < '0100') return null;
  const date = day.replace(/(....)(..)(..)/, '$1-$2-$3');
  // A leap second becomes the second before it: JavaScript has no leap seconds.
  const wall = `${date}T${(time ?? '000000').replace(/60$/, '59').replace(/(..)(..)(..)/, '$1:$2:$3')}`;
  if (Number.isNaN(wallNumber(wall)) || wallText(wallNumber(wall)) !== wall) return null;
  if (time === undefined) return { kind: 'date', date };
  if (utc) return { kind: 'utc', at: new Date(wallNumber(wall)) };
  return zone === null ? { kind: 'floating', wall } : { kind: 'zoned', zone, wall };
}

/** A wall clock time as a number, as if it were UTC. Arithmetic on days then needs no zone. */
export function wallNumber(wall: string): number {
  return Date.parse(`${wall}Z`);
}

export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19);
}

export const wallOf = (time: CalendarTime): number => {
  if (time.kind === 'utc') return time.at.getTime();
  return wallNumber(time.kind === 'date' ? `${time.date}T00:00:00` : time.wall);
};
