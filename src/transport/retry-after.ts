/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, 10.2.3). Anything else, such as `1.5`, `-3` or
 * `soon`, counts as absent: a lenient parser reads those as dates decades away.
 */
export function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  // Only what it is written as by itself: a lenient parser takes the 31st of February, too.
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? Math.max(0, at - now) : undefined;
}
