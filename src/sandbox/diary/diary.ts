import type { InlineFile, StoredFile } from '../world/stored-file.js';
import type { DiarySchema } from './schema.js';

export type EntryValue = string | number | StoredFile | null;

/** What a request can set a field to. */
export type SentValue = string | number | InlineFile | null;

export interface DiaryEntry {
  readonly key: string;
  /** DIA-4: kept with the entry, whatever happens to the configuration. */
  readonly schema: DiarySchema;
  readonly dt: Date;
  values: Readonly<Record<string, EntryValue>>;
  readonly created: Date;
  modified: Date;
}

/** The diary of one client: what may be written now, and what was written. */
export class Diary {
  /** DIA-2: what the professional has configured; the order is that of the form list. */
  configuration: readonly DiarySchema[];
  readonly #entries = new Map<string, DiaryEntry>();

  constructor(configuration: readonly DiarySchema[]) {
    this.configuration = configuration;
  }

  add(entry: DiaryEntry): void {
    this.#entries.set(entry.key, entry);
  }

  find(key: string): DiaryEntry | undefined {
    return this.#entries.get(key);
  }

  all(): DiaryEntry[] {
    return [...this.#entries.values()];
  }

  /** EPD-13, GAP-14: the same schema, the same second and the same value in every field of the schema. */
  duplicateOf(schema: DiarySchema, dt: Date, values: Readonly<Record<string, SentValue>>): DiaryEntry | undefined {
    return this.all().find(
      (entry) =>
        entry.schema === schema &&
        wholeSeconds(entry.dt) === wholeSeconds(dt) &&
        schema.fields.every(({ name }) => sameValue(entry.values[name] ?? null, values[name] ?? null)),
    );
  }

  /** EPU-19: all of the other diary comes into this one. */
  takeOver(duplicate: Diary): void {
    for (const entry of duplicate.all()) this.add(entry);
    this.configuration = [...new Set([...this.configuration, ...duplicate.configuration])];
  }
}

const wholeSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** GAP-15: images are the same when their bytes are. */
function sameValue(stored: EntryValue, sent: SentValue): boolean {
  if (!isFile(stored) || !isFile(sent)) return stored === sent;
  return stored.bytes.length === sent.bytes.length && stored.bytes.every((byte, at) => byte === sent.bytes[at]);
}

export function isFile<Value extends EntryValue | SentValue>(value: Value): value is Extract<Value, InlineFile> {
  return typeof value === 'object' && value !== null;
}
