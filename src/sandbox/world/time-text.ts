const instantForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?Z?$/;
const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** UTC without a zone suffix. The fraction is cut off, not rounded. */
export function formatInstant(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}

/** A `Z` is accepted, an offset is not (undocumented). The fraction is kept: diary entries store it. */
export function parseInstant(text: string): Date | undefined {
  const [, day, hours, minutes, seconds] = instantForm.exec(text) ?? [];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const instant = new Date(text.endsWith('Z') ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** The UTC day of an instant. */
function formatDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Midnight UTC of a `yyyy-mm-dd`. Undefined for another form, and for days that do not exist, such as 2026-02-30. */
export function parseDay(text: string): Date | undefined {
  if (!dayForm.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return undefined;
  return formatDay(day) === text ? day : undefined;
}
