import { isJsonObject, text } from '../document.js';

/** Maximum number of kept keys: some tens of pages of usual size. */
const rememberedKeys = 10_000;

/** The items that a list has delivered, by their keys. */
export class KnownItems {
  readonly #keys = new Set<string>();
  /** Whether keys of earlier items were dropped. */
  hasForgotten = false;

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= rememberedKeys) return;
    const [oldest = ''] = this.#keys;
    this.#keys.delete(oldest);
    this.hasForgotten = true;
  }
}

/**
 * Identifies items by their URLs. Some kinds have none: two such items are the same if they are equal. In a list whose items
 * change while it is read, as conversations do, their `url` identifies them.
 */
export function keysOf({ items, isResorted }: { readonly items: readonly unknown[]; readonly isResorted: boolean }) {
  return items.map((item) => {
    const url = isJsonObject(item) && (text(item, '@url') ?? (isResorted && text(item, 'url')));
    return url || contentKey(item);
  });
}

/** Equal for equal JSON. A loop, since `JSON.stringify` overflows the stack on a document with some thousand levels. */
export function contentKey(item: unknown): string {
  const parts: string[] = [];
  const waiting: unknown[] = [item];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === 'object' && part !== null) {
      parts.push(JSON.stringify([Array.isArray(part), Object.keys(part)]));
      for (const value of Object.values(part)) waiting.push(value);
    } else {
      parts.push(JSON.stringify(part));
    }
  }
  return parts.join();
}
