/** Adds an item at the end. If the list is longer than `size`, the oldest items are removed. */
export function keepNewest<Item>(list: Item[], item: Item, size: number): void {
  list.push(item);
  if (list.length > size) list.splice(0, list.length - size);
}

/** A copy of the start of a text. A plain slice would keep the whole text in memory. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, length)));
}
