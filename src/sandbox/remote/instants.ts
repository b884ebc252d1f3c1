import { isJsonObject } from '../world/json.js';

const utcInstantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Turns texts that are instants into dates, at any depth. The clock and the hooks take dates, which JSON lacks. */
export function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withInstants(member)]));
  }
  return typeof value === 'string' && utcInstantForm.test(value) ? new Date(value) : value;
}
