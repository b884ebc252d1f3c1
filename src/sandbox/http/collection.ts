import type { Json } from '../world/json.js';
import { type Answer, ok } from './answer.js';

/** META-6, GAP-28: a collection with the links of none; `more` is `@paging` or `@schemas` where they are stated. */
export function collection(items: readonly Json[], more: Readonly<Record<string, Json>> = {}): Answer {
  return ok({ '@items': items, '@links': [], ...more });
}
