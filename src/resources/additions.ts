import * as z from 'zod/mini';
import { isJsonObject } from '../hypermedia/document.js';

/** Items that replace a whole list, or that are added to it. */
export type ListInput<Item> = readonly Item[] | { readonly add: readonly Item[] };

export function isAddition<Item>(input: ListInput<Item>): input is { readonly add: readonly Item[] } {
  return 'add' in input;
}

export function itemsIn<Item>(input: ListInput<Item>): readonly Item[] {
  return isAddition(input) ? input.add : input;
}

/** What is made of a schema for each form of a `ListInput`, since a union would not say what is wrong with it. */
export function schemasByForm<Made>(
  item: z.ZodMiniType,
  make: (list: z.ZodMiniType) => Made,
): (input: unknown) => Made {
  const list = z.array(item);
  const made = { list: make(list), addition: make(z.strictObject({ add: list })) };
  return (input) => (isJsonObject(input) ? made.addition : made.list);
}
