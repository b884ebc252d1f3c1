import type { FieldTable } from '../fields/field-table.js';
import { integerText } from '../fields/value-type.js';
import { type ApiFailure, invalidQuery, type Problem, unknownValue } from '../world/failure.js';
import type { Json } from '../world/json.js';
import type { Settings } from '../world/settings.js';
import type { Call } from './call.js';

export interface Batch {
  start: number | null;
  limit: number | null;
}

/** The query fields of a batched collection; spread them into a table of more fields. GAP-5: bad values are 400. */
export const batchFields: FieldTable<Batch> = [
  { name: 'start', type: integerText(0) },
  { name: 'limit', type: integerText(1) },
];

/** BAT-1, BAT-2: `start` and `limit` of the query, both optional. */
export function readBatch(call: Call): Batch {
  const { start = null, limit = null } = call.readQuery(batchFields);
  return { start, limit };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The value of `@paging`. `total` is for the caller: which lists fill it differs. */
  readonly paging: (total: number | null) => Json;
}

/** One batch of a list, with the maximum of the settings applied (NS-29). */
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
  // BAT-3, BAT-4: the echo is what was asked, `found` what came.
  return { items, paging: (total) => ({ found: items.length, limit, start, total }) };
}
