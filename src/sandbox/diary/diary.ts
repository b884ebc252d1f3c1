import type { InlineFile, StoredFile } from '../world/stored-file.js';
import type { DiarySchema } from './schema.js';

export type EntryValue = string | number | StoredFile | null;

/** A value that a request can set. */
export type SentValue = string | number | InlineFile | null;

export interface DiaryEntry {
  readonly key: string;
  /** The schema at the time of writing. The entry keeps it, even if it leaves the configuration. */
  readonly schema: DiarySchema;
  readonly dt: Date;
  values: Readonly<Record<string, EntryValue>>;
  readonly created: Date;
  modified: Date;
}

/** The diary of one client: the schemas to write in now, and the entries. Its fields are saved with the world. */
export class Diary {
  /** The schemas that the professional has configured, in the order of forms. */
  configuration: readonly DiarySchema[];
  private readonly entries = new Map<string, DiaryEntry>();

  constructor(configuration: readonly DiarySchema[]) {
    this.configuration = configuration;
  }

  add(entry: DiaryEntry): void {
    this.entries.set(entry.key, entry);
  }

  find(key: string): DiaryEntry | undefined {
    return this.entries.get(key);
  }

  all(): DiaryEntry[] {
    return [...this.entries.values()];
  }

  /** The entry with the same schema, the same second and the same value in every field, if there is one. */
  duplicateOf(schema: DiarySchema, dt: Date, values: Readonly<Record<string, SentValue>>): DiaryEntry | undefined {
    return this.all().find(
      (entry) =>
        entry.schema === schema &&
        wholeSeconds(entry.dt) === wholeSeconds(dt) &&
        schema.fields.every(({ name }) => sameValue(entry.values[name] ?? null, values[name] ?? null)),
    );
  }

  /** Moves everything of the duplicate's diary into this one. */
  takeOver(duplicate: Diary): void {
    for (const entry of duplicate.all()) this.add(entry);
    this.configuration = [...new Set([...this.configuration, ...duplicate.configuration])];
  }
}

const wholeSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Images are the same if their bytes are. */
function sameValue(stored: EntryValue, sent: SentValue): boolean {
  if (!isFile(stored) || !isFile(sent)) return stored === sent;
  return stored.bytes.length === sent.bytes.length && stored.bytes.every((byte, at) => byte === sent.bytes[at]);
}

export function isFile<Value extends EntryValue | SentValue>(value: Value): value is Extract<Value, InlineFile> {
  return typeof value === 'object' && value !== null;
}
