import { UsageError } from '../frame/exit-codes.js';

/** Returns the origin in the form that browsers send. */
export function origin(value: string): string {
  if (value === '*' || value === 'null') return value;
  const url = URL.parse(value);
  // A path, query or user name would otherwise be dropped without an error, and a browser never sends a `*`.
  const isOrigin = url !== null && url.href === `${url.origin}/` && /^https?:[^*]*$/.test(url.origin);
  if (isOrigin) return url.origin;
  throw new UsageError(`--cors takes an origin such as http://localhost:3000, or '*', not '${value}'.`);
}

export function hostName(value: string): string {
  // The pattern alone also accepts addresses that do not exist, such as `[1:2]`.
  if (/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(value) && URL.canParse(`http://${value}`)) return value;
  throw new UsageError(`--allow-host takes a name such as sandbox, without scheme and port, not '${value}'.`);
}

export function time(value: string): Date | undefined {
  if (value === 'now') return undefined;
  const date = new Date(value);
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T.*Z$)/.exec(value) ?? [];
  // The engine reads 30 February as 2 March.
  if (day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) return date;
  throw new UsageError(`--clock takes 'now' or a time in UTC such as 2026-03-02T09:00:00Z, not '${value}'.`);
}
