import type { StoredFile } from '../world/stored-file.js';
import type { World } from '../world/world.js';
import { type DiarySchema, schemaKey } from './schema.js';

interface Shelved {
  readonly schema: DiarySchema;
  readonly icons: ReadonlyMap<string, StoredFile>;
}

/**
 * Every schema that ever was in a configuration, with the files of its icons. Schemas stay here when they leave the
 * configurations, as old entries still need them (DIA-3, TRAP-54).
 */
export class SchemaLibrary {
  readonly #shelved = new Map<string, Shelved>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The schema as it is kept: the one of the same name and version that came first, since a version never changes. */
  add(schema: DiarySchema): DiarySchema {
    const known = this.#shelved.get(schemaKey(schema));
    if (known !== undefined) return known.schema;
    const icons = new Map<string, StoredFile>();
    for (const [name, svg] of Object.entries(schema.icons)) {
      const content = { bytes: new TextEncoder().encode(svg), contentType: 'image/svg+xml', filename: null };
      // DSC-3: part of the form, not of anybody's diary, so everyone with a token may read it (ours).
      icons.set(
        name,
        this.#world.files.store(content, () => true),
      );
    }
    this.#shelved.set(schemaKey(schema), { schema, icons });
    return schema;
  }

  icons(schema: DiarySchema): ReadonlyMap<string, StoredFile> {
    return this.#shelved.get(schemaKey(schema))?.icons ?? new Map();
  }
}
