import { isDate } from '../../runtime/shape.js';
import { formatDateTime } from '../../values/date-time.js';

/**
 * Whether a sent value equals a stored value, at every depth. Lists of texts, such as labels, have no order. An empty list
 * equals `null`. Dates are compared in the platform's format.
 */
export function isSameValue(sent: unknown, stored: unknown): boolean {
  return JSON.stringify(canonical(sent)) === JSON.stringify(canonical(stored));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (value.every((item) => typeof item === 'string')) return [...new Set(value)].sort();
    return value.map(canonical);
  }
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (isDate(value)) return dateText(new Date(Number(value)));
  const entries = Object.entries(value).map(([name, item]) => [name, canonical(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : formatDateTime(date);
}
