import type { DiarySchema } from '../diary/schema.js';
import type { CatalogueItem } from './item.js';

/** The content that the platform offers. */
export class Catalogue {
  #items: readonly CatalogueItem[] = [];
  /** The schema that an item of type `diary` defines, by the id of the item. */
  readonly #schemas = new Map<string, DiarySchema>();

  all(): readonly CatalogueItem[] {
    return this.#items;
  }

  find(id: string): CatalogueItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  schemaOf(id: string): DiarySchema | undefined {
    return this.#schemas.get(id);
  }

  /** An item with a known id replaces the item that has it. */
  add(item: CatalogueItem, schema?: DiarySchema): void {
    const others = this.#items.filter(({ id }) => id !== item.id);
    this.#items = [...others, item];
    if (schema !== undefined) this.#schemas.set(item.id, schema);
  }

  clear(): void {
    this.#items = [];
    this.#schemas.clear();
  }
}
