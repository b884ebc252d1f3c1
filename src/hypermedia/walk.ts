import { UnexpectedResponseError } from '../errors.js';
import { type Answered, isJsonObject, type JsonObject, text } from './document.js';

/** What is asked for: items from `start` on, at most `limit`. */
export interface Batch {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

/** The whole of a list that is batched. */
export interface WholeList {
  readonly start: number;
  readonly limit: number;
}

/** One answer of a list. */
export interface ListAnswer {
  readonly items: readonly unknown[];
  /** How many there are in all; `null` where the platform does not say. */
  readonly total: number | null;
  readonly document: JsonObject;
  readonly base: URL;
  readonly target: string;
  readonly answered: Answered;
}

/** An item as it came. */
export interface ListItem {
  readonly value: unknown;
  /** Its place in the list, from 0: what `start` counts. */
  readonly place: number;
}

export function placed(items: readonly unknown[], start = 0): ListItem[] {
  return items.map((value, index) => ({ value, place: start + index }));
}

/** Items that were not delivered before, of one answer. */
export interface FreshItems {
  readonly items: readonly ListItem[];
  readonly answer: ListAnswer;
}

/** As many keys as are kept to recognise items by: some tens of pages of a common size. */
const rememberedKeys = 10_000;

const farBeyond = 1_000_000;

/** Items may be hidden from this user for many pages; but a list that contradicts itself must not be asked for ever. */
const maxUselessRequests = 50;

/**
 * Walks a batched list, whose `next` link the platform does not give. Each request overlaps the last item by one, so that
 * a list that moved meanwhile is noticed: then it steps back until it finds an item it knows, and nothing is skipped or
 * delivered twice. A short answer is no end, since the platform may cap `limit` or leave items out that this user may not
 * see; whether `total` counts those is not documented. So it goes on until a request brings nothing new, and beyond that
 * where `total` says that there is more; or until `total` is reached both in places and in items.
 */
export async function* walk(
  ask: (batch: Batch) => Promise<ListAnswer>,
  { start, limit }: WholeList,
): AsyncGenerator<FreshItems, void> {
  const seen = new Set<string>();
  let anchor: string | undefined;
  let previous: string | undefined;
  let delivered = 0;
  let widest = 0;
  let useless = 0;
  let last: ListAnswer | undefined;
  const request = async (from: number) => {
    if (last !== undefined && useless === maxUselessRequests) throw contradiction(last, givesNothing);
    useless++;
    last = await ask({ start: from, limit });
    return last;
  };

  for (let from = start; ; ) {
    const answer = await request(from);
    const keys = answer.items.map(keyOf);
    if (anchor !== undefined && from > start && !keys.some((key) => seen.has(key))) {
      // Items before this place are gone, so unseen ones have moved up, out of this answer: look further up.
      from = Math.max(start, from - Math.max(1, limit - 1));
      continue;
    }

    const fresh = placed(answer.items, from).filter((_, index) => !seen.has(keys[index] ?? ''));
    for (const key of keys) remember(seen, key);
    if (fresh.length > 0) useless = 0;
    if (fresh.length > 0 || previous === undefined) yield { items: fresh, answer };

    const next = from + keys.length;
    delivered += fresh.length;
    widest = Math.max(widest, keys.length);
    const total = answer.total ?? 0;
    if (keys.length === 0 || (keys.length === 1 && keys[0] === anchor)) {
      from += widest || limit;
      if (from >= total) return;
      anchor = undefined;
      continue;
    }
    // Fewer in all than in one answer is no total.
    if (total >= keys.length && Math.min(next, start + delivered) >= total) return;

    const content = keys.join('\n');
    if (content === previous) {
      // It may be a list that moved by just so much. One that is not batched gives the same from far beyond its end, too.
      const beyond = await request(next + farBeyond);
      if (beyond.items.map(keyOf).join('\n') === content) throw contradiction(answer, repeats);
    }
    previous = content;
    // A single item cannot overlap itself and still go on.
    const overlaps = keys.length > 1;
    anchor = overlaps ? keys.at(-1) : undefined;
    from = overlaps ? next - 1 : next;
  }
}

function remember(seen: Set<string>, key: string): void {
  seen.delete(key);
  seen.add(key);
  if (seen.size <= rememberedKeys) return;
  for (const oldest of seen) {
    seen.delete(oldest);
    return;
  }
}

/** Not every kind of item has a URL; two without one are the same if they are equal. */
function keyOf(item: unknown): string {
  return (isJsonObject(item) ? text(item, '@url') : undefined) ?? contentOf(item);
}

/** Equal for equal JSON. A loop, since `JSON.stringify` ends the stack on what a server nests some thousands deep. */
function contentOf(item: unknown): string {
  const parts: string[] = [];
  const waiting: unknown[] = [item];
  while (waiting.length > 0) {
    const part = waiting.pop();
    const inner = typeof part === 'object' && part !== null ? part : undefined;
    parts.push(inner === undefined ? JSON.stringify(part) : JSON.stringify([Array.isArray(inner), Object.keys(inner)]));
    if (inner !== undefined) for (const value of Object.values(inner)) waiting.push(value);
  }
  return parts.join();
}

const givesNothing =
  `gave nothing new in ${maxUselessRequests} responses: it contradicts itself, or counts items that it never gives. ` +
  'If it has many items that this user may not see, a larger `limit` gets past them.';

const repeats =
  'gives the same items for every `start`: the list is not batched, or something before the platform drops the query.';

function contradiction({ target, base, answered }: ListAnswer, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${target} ${what}`,
    { method: 'GET', target, url: base.href, attempts: answered.attempts, waited: answered.waited },
    200,
  );
}
