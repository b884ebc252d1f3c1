/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, 10.2.3). Anything else, such as `1.5`, `-3` or
 * `soon`, counts as absent: a lenient parser reads those as dates decades away.
 */
export function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
