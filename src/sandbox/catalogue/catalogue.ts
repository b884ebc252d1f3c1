import type { DiarySchema } from '../diary/schema.js';
import type { Memory } from '../world/memory.js';
import type { CatalogueItem } from './item.js';

/** The content that the platform offers. */
export class Catalogue {
  readonly #content: {
    items: readonly CatalogueItem[];
    /** The schema that an item of type `diary` defines or defined, by the id of the item. */
    readonly schemas: Map<string, DiarySchema>;
  };

  constructor(memory: Memory) {
    this.#content = memory.part('catalogue', () => ({ items: [], schemas: new Map() }));
  }

  all(): readonly CatalogueItem[] {
    return this.#content.items;
  }

  find(id: string): CatalogueItem | undefined {
    return this.#content.items.find((item) => item.id === id);
  }

  schemaOf(id: string): DiarySchema | undefined {
    return this.#content.schemas.get(id);
  }

  /** An item with a known id replaces the item that has it, and its schema. */
  add(item: CatalogueItem, schema?: DiarySchema): void {
    const others = this.#content.items.filter(({ id }) => id !== item.id);
    this.#content.items = [...others, item];
    if (schema === undefined) this.#content.schemas.delete(item.id);
    else this.#content.schemas.set(item.id, schema);
  }

  /** Schemas stay: the URL of a diary that was added is made of the id of its item. */
  clear(): void {
    this.#content.items = [];
  }
}
