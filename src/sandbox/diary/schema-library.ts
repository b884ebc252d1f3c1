import { differingMember } from '../world/deep-equal.js';
import { startOf } from '../world/history.js';
import type { StoredFile } from '../world/stored-file.js';
import type { World } from '../world/world.js';
import { type DiarySchema, schemaKey } from './schema.js';

interface LibraryEntry {
  readonly schema: DiarySchema;
  readonly icons: ReadonlyMap<string, StoredFile>;
}

/**
 * Every schema that was ever in a configuration, with the files of its icons. Schemas stay here when they leave all
 * configurations, since old entries still need them.
 */
export class SchemaLibrary {
  readonly #entries: Map<string, LibraryEntry>;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    this.#entries = world.memory.part('diarySchemas', () => new Map());
  }

  /**
   * Adds a schema and returns the stored one: the first with the same name and version, since a version never changes.
   */
  add(schema: DiarySchema): DiarySchema {
    const known = this.#entries.get(schemaKey(schema));
    if (known !== undefined) return known.schema;
    const icons = new Map<string, StoredFile>();
    for (const [name, svg] of Object.entries(schema.icons)) {
      const content = { bytes: new TextEncoder().encode(svg), contentType: 'image/svg+xml', filename: null };
      // Icons belong to the form and to no diary, so every caller with a token may read them (undocumented).
      icons.set(name, this.#world.files.store(content, { kind: 'everyone' }));
    }
    this.#entries.set(schemaKey(schema), { schema, icons });
    return schema;
  }

  /**
   * `others` are schemas that may be added later.
   *
   * @throws TypeError if a name and version have another content here, in `others` or earlier in the list
   */
  refuseConflicts(schemas: readonly DiarySchema[], others: readonly DiarySchema[] = []): void {
    const here = [...this.#entries.values()].map(({ schema }) => schema);
    const known = new Map([...others, ...here].map((schema) => [schemaKey(schema), schema]));
    for (const schema of schemas) {
      const key = schemaKey(schema);
      const before = known.get(key);
      const member = before && differingMember(withCharts(before), withCharts(schema));
      if (member !== undefined) {
        const { name, version } = schema;
        throw new TypeError(
          `Version ${version} of the diary ${startOf(name, 80)} already has other \`${member}\`. A version never changes: pass another \`version\``,
        );
      }
      known.set(key, schema);
    }
  }

  icons(schema: DiarySchema): ReadonlyMap<string, StoredFile> {
    return this.#entries.get(schemaKey(schema))?.icons ?? new Map();
  }
}

/** No charts are the same as an empty list of them. */
const withCharts = (schema: DiarySchema): DiarySchema => ({ ...schema, charts: schema.charts ?? [] });
