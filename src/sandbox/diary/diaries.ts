import { emptyRecord } from '../world/json.js';
import type { Client } from '../world/user.js';
import type { World } from '../world/world.js';
import { Diary, type DiaryEntry, type EntryValue, isFile, type SentValue } from './diary.js';
import type { DiarySchema } from './schema.js';
import { SchemaLibrary } from './schema-library.js';
import { moodV2, sleepV1 } from './seed-schemas.js';

/** The diaries of all clients. Friends have none. */
export class Diaries {
  readonly library: SchemaLibrary;
  readonly #world: World;
  readonly #diaries: Map<Client, Diary>;
  readonly #standard: readonly DiarySchema[];

  constructor(world: World) {
    this.#world = world;
    this.#diaries = world.memory.part('diaries', () => new Map());
    this.library = new SchemaLibrary(world);
    this.#standard = [this.library.add(moodV2), this.library.add(sleepV1)];
  }

  /** Every client starts with the two standard schemas (undocumented): otherwise a new client could write nothing. */
  of(client: Client): Diary {
    const known = this.#diaries.get(client);
    if (known !== undefined) return known;
    const diary = new Diary(this.#standard);
    this.#diaries.set(client, diary);
    return diary;
  }

  configure(client: Client, schemas: readonly DiarySchema[]): void {
    this.of(client).configuration = schemas.map((schema) => this.library.add(schema));
  }

  write(client: Client, schema: DiarySchema, dt: Date, sent: Readonly<Record<string, SentValue>>): DiaryEntry {
    const now = this.#world.clock.now();
    const key = this.#world.ids.hex(12);
    const values = emptyRecord<EntryValue>();
    for (const { name } of schema.fields) values[name] = this.#store(key, sent[name] ?? null);
    const entry = { key, schema, dt, values, created: now, modified: now };
    this.of(client).add(entry);
    return entry;
  }

  /** Changes only the fields that were sent. */
  rewrite(entry: DiaryEntry, sent: Readonly<Record<string, SentValue>>): void {
    const values = Object.assign(emptyRecord<EntryValue>(), entry.values);
    for (const [name, value] of Object.entries(sent)) {
      const before = values[name] ?? null;
      if (isFile(before)) this.#world.files.remove(before);
      values[name] = this.#store(entry.key, value);
    }
    entry.values = values;
    entry.modified = this.#world.clock.now();
  }

  /** The client whose diary has the entry. */
  ownerOf(entryKey: string): Client | undefined {
    return [...this.#diaries].find(([, diary]) => diary.find(entryKey) !== undefined)?.[0];
  }

  merge(survivor: Client, duplicate: Client): void {
    this.of(survivor).takeOver(this.of(duplicate));
    this.#diaries.delete(duplicate);
  }

  #store(entryKey: string, value: SentValue): EntryValue {
    if (!isFile(value)) return value;
    return this.#world.files.store(value, { kind: 'diary', entry: entryKey });
  }
}
