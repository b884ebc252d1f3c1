import type { JsonObject } from 'care-platform';

/** A document of the platform: an item of a list, or a resource. */
export type Document = JsonObject;

/** A field by its path, such as `email`, `client.id` or `@changes.modification_time`. */
export function fieldOf(document: Document, path: string): unknown {
  if (Object.hasOwn(document, path)) return document[path];
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Document)[name];
  }
  return value;
}

/** The names of all fields of the documents. Those that begin with @ are about the resource: they are there on request. */
export function fieldNames(documents: Iterable<Document>): string[] {
  const names = new Set<string>();
  for (const document of documents) for (const name of Object.keys(document)) names.add(name);
  return [...names].filter((name) => !name.startsWith('@'));
}

/** A time of the platform, which is in UTC and does not say so. */
const bareTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** A value for a table or a CSV file. `name` is that of its field. */
export function cellText(value: unknown, name = ''): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') {
    // `https://…/client` as `client`: all kinds of an installation begin with the same.
    if (name === '@type') return value.replace(/^.*\//, '');
    return bareTime.test(value) ? `${value}Z` : value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * On one line, and without what moves the cursor, changes colours or turns the direction of writing: a name of a patient
 * may contain anything.
 */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
