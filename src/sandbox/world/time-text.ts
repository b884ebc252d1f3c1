const instantForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?Z?$/;
const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** VAL-6, VAL-9: no zone suffix, UTC, the fraction cut off and not rounded. */
export function formatInstant(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}

/** GAP-13: a `Z` is accepted, an offset is not (ours). The fraction is kept; callers that store `dt` may need it. */
export function parseInstant(text: string): Date | undefined {
  const [, day, hours, minutes, seconds] = instantForm.exec(text) ?? [];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const instant = new Date(text.endsWith('Z') ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** VAL-5: the day of an instant, in UTC. */
function formatDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Midnight UTC of a `yyyy-mm-dd`; undefined for another form and for days that do not exist, such as 2026-02-30. */
export function parseDay(text: string): Date | undefined {
  if (!dayForm.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return undefined;
  return formatDay(day) === text ? day : undefined;
}
