import type { FieldTable } from '../../fields/field-table.js';
import { integerText } from '../../fields/value-type.js';
import { type ApiFailure, invalidQuery, type Problem, unknownValue } from '../../world/failure.js';
import type { Json } from '../../world/json.js';
import type { Settings } from '../../world/settings.js';
import type { Call } from './call.js';

export interface Batch {
  start: number | null;
  limit: number | null;
}

/** The query fields of a collection in batches. Other tables can include them. Bad values respond with 400. */
export const batchFields: FieldTable<Batch> = [
  { name: 'start', type: integerText(0) },
  { name: 'limit', type: integerText(1) },
];

/** `start` and `limit` of the query. Both are optional. */
export function readBatch(call: Call): Batch {
  const { start = null, limit = null } = call.readQuery(batchFields);
  return { start, limit };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The value of `@paging`. The caller gives `total`, since not all lists fill it. */
  readonly paging: (total: number | null) => Json;
}

/** One batch of a list, within the maximum of the settings. */
export function page<Item>(
  settings: Settings,
  all: readonly Item[],
  { start, limit }: Batch,
  refuse: (problem: Problem) => ApiFailure = invalidQuery,
): Page<Item> {
  const cap = settings.limitCap;
  if (cap?.refuse && limit !== null && limit > cap.size) throw refuse({ name: 'limit', message: unknownValue });
  const size = Math.min(limit ?? Infinity, cap?.size ?? Infinity);
  const items = all.slice(start ?? 0, (start ?? 0) + size);
  // `start` and `limit` repeat the request, `found` counts the response.
  return { items, paging: (total) => ({ found: items.length, limit, start, total }) };
}
