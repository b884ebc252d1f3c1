import { isJsonObject } from '../world/json.js';

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Texts that are instants as `Date`, wherever they are: the clock and the hooks take dates, and JSON has none. */
export function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withInstants(member)]));
  }
  return typeof value === 'string' && instantForm.test(value) ? new Date(value) : value;
}
