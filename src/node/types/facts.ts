/** What the types of a diary's field depend on. */
export interface FieldFact {
  /** The field types that are documented, or `other`, whose values can be anything. */
  readonly type: 'text' | 'integer' | 'choice' | 'image' | 'other';
  readonly required: boolean;
  /** Values of a `choice`, sorted. Empty if the schema lists none. */
  readonly choices: readonly string[];
}

/** A part of an installation. */
export type InstallationPart = 'labels' | 'groups' | 'diaries' | 'exports';

export const installationParts: readonly InstallationPart[] = ['labels', 'groups', 'diaries', 'exports'];

/** What the types of an installation depend on. A part that the token may not read is absent. */
export interface Facts {
  readonly labels?: ReadonlySet<string> | undefined;
  /** Without the documented groups. */
  readonly groups?: ReadonlySet<string> | undefined;
  /** Fields by name, by the `@id` of the schema. */
  readonly diaries?: ReadonlyMap<string, ReadonlyMap<string, FieldFact>> | undefined;
  /** Properties by the name of the export. */
  readonly exports?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** By code units: the order of another language or machine must not change the file. */
export function sortTexts(texts: Iterable<string>): string[] {
  return [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Sorted by key. */
export function entriesByKey<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return sortTexts(map.keys()).map((key) => [key, map.get(key) as Value]);
}
