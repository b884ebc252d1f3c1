export interface Link {
  readonly name: string;
  readonly url: string;
}

export interface Problem {
  readonly name: string;
  readonly message: string;
}

/**
 * A JSON object out of an answer. Declared is what several tests look into, as the document describes it; whether an
 * answer has it is for its test to find out. Everything else is unknown.
 */
export interface Wire {
  readonly '@url': string;
  readonly '@type': string;
  readonly '@changes': { readonly creation_time: string; readonly modification_time: string };
  readonly '@items': readonly Wire[];
  readonly '@links': readonly Link[];
  readonly '@paging': { readonly found: number; readonly total: number | null };
  readonly '@schemas': readonly WireSchema[];
  readonly extra: readonly Problem[];
  readonly title: string | null;
  readonly url: string;
  readonly [attribute: string]: unknown;
}

export interface WireSchema {
  readonly '@id': string;
  readonly title: string;
  readonly fields: readonly { readonly type: string; readonly choices?: readonly { readonly icon: string }[] }[];
  readonly resources: readonly Link[];
  readonly charts?: readonly { readonly series: unknown }[];
}

/** Where a file reference leads and the size it tells; fails the test when the value is none. */
export function fileOf(value: unknown): { url: string; size: number } {
  if (typeof value === 'object' && value !== null && 'url' in value && 'size' in value) {
    const { url, size } = value;
    if (typeof url === 'string' && typeof size === 'number') return { url, size };
  }
  throw new Error('No file reference');
}

/** The item at a place of a list; fails the test when the list is too short. */
export function at<Item>(list: readonly Item[], index = 0): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`No item ${index} in a list of ${list.length}`);
  return item;
}

/** The URL of a link; fails the test when it is not offered. */
export function link(resource: Pick<Wire, '@links'>, name: string): string {
  const found = resource['@links'].find((one) => one.name === name);
  if (found === undefined) throw new Error(`No link ${name} in ${names(resource).join(', ')}`);
  return found.url;
}

export const names = (resource: Pick<Wire, '@links'>): string[] => resource['@links'].map(({ name }) => name);

export const NS = 'https://care.example/ns';
