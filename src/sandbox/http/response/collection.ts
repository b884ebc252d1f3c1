import type { Json } from '../../world/json.js';
import { type ApiResponse, ok } from './api-response.js';

/** A collection without links. `more` is `@paging` or `@schemas`, if the documentation shows them for it. */
export function collection(items: readonly Json[], more: Readonly<Record<string, Json>> = {}): ApiResponse {
  return ok({ '@items': items, '@links': [], ...more });
}
