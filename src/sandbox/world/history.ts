/** Adds an item behind the others; more than `size` are not kept, the oldest go. */
export function keepNewest<Item>(list: Item[], item: Item, size: number): void {
  list.push(item);
  if (list.length > size) list.splice(0, list.length - size);
}

/** A copy of the start of a text: a part of it alone would keep the whole in memory. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, length)));
}
