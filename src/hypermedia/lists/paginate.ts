import { UnexpectedResponseError } from '../../errors.js';
import type { JsonObject, ResponseContext } from '../document.js';
import { KnownItems, keyOf } from './known-items.js';

/** What is asked for: items from `start` on, at most `limit`. */
export interface Batch {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

/** The whole of a list that is batched. */
export interface ListBounds {
  readonly start: number;
  readonly limit: number;
}

/** One answer of a list. */
export interface ListResponse {
  readonly items: readonly unknown[];
  /** How many there are in all; `null` where the platform does not say. */
  readonly total: number | null;
  readonly document: JsonObject;
  readonly base: URL;
  readonly target: string;
  readonly context: ResponseContext;
  /** Whether it may be sorted by a time that changes, so that items move to its start. */
  readonly isResorted: boolean;
}

/** An item as it came. */
export interface ListItem {
  readonly value: unknown;
  /** Its place in the list, from 0: what `start` counts. */
  readonly index: number;
}

export function listItems(items: readonly unknown[], start = 0): ListItem[] {
  return items.map((value, index) => ({ value, index: start + index }));
}

/** Items that were not delivered before, of one answer. */
export interface FreshItems {
  readonly items: readonly ListItem[];
  readonly response: ListResponse;
}

const probeDistance = 1_000_000;

/** Items may be hidden from this user for many pages; but a list that contradicts itself must not be asked for ever. */
const maxEmptyPages = 50;

/** Each brings what moved to the start during the one before. In a list where that never ends, nobody can have it all. */
const maxRereads = 10;

/**
 * Walks a batched list, whose `next` link the platform does not give. Each request overlaps the last item by one, so that
 * a list that moved meanwhile is noticed: then it steps back until it finds an item it knows, and nothing is skipped or
 * delivered twice. A short answer is no end, since the platform may cap `limit` or leave items out that this user may not
 * see; whether `total` counts those is not documented. So it goes on until a request brings nothing new, and beyond that
 * where `total` says that there is more; or until `total` is reached both in places and in items.
 *
 * What moves up past the reader is met by no overlap, and neither is anything in pages of one item, which have none. So
 * the start is looked at once more after the end, until nothing new comes.
 */
export async function* paginate(
  requestBatch: (batch: Batch, isFirst: boolean) => Promise<ListResponse>,
  { start, limit }: ListBounds,
): AsyncGenerator<FreshItems, void> {
  const known = new KnownItems();
  let emptyPages = 0;
  let last: ListResponse | undefined;
  const request = async (from: number) => {
    if (last !== undefined && emptyPages === maxEmptyPages) throw contradiction(last, noNewItems);
    emptyPages++;
    last = await requestBatch({ start: from, limit }, last === undefined);
    return last;
  };
  /** The items of an answer that were not delivered before. */
  const freshOf = (response: ListResponse, keys: readonly string[], from: number) => {
    const fresh = listItems(response.items, from).filter((_, index) => !known.has(keys[index] ?? ''));
    for (const key of keys) known.add(key);
    if (fresh.length > 0) emptyPages = 0;
    return fresh;
  };

  const canHaveMoved = yield* readToEnd({ start, limit, known, request, freshOf });
  for (let reread = 0; canHaveMoved && reread < maxRereads && !known.hasForgotten; reread++) {
    emptyPages = 0;
    if (!(yield* rereadStart({ start, request, freshOf }))) return;
  }
}

interface ListReader {
  readonly start: number;
  request(from: number): Promise<ListResponse>;
  freshOf(response: ListResponse, keys: readonly string[], from: number): ListItem[];
}

/** Returns whether items can have moved past it. */
async function* readToEnd({
  start,
  limit,
  known,
  request,
  freshOf,
}: ListReader & ListBounds & { readonly known: KnownItems }): AsyncGenerator<FreshItems, boolean> {
  let overlap: string | undefined;
  let previous: string | undefined;
  let delivered = 0;
  let widest = 0;
  let pages = 0;
  let canHaveMoved = false;

  for (let from = start; ; ) {
    const response = await request(from);
    const keys = response.items.map(keyOf);
    if (overlap !== undefined && from > start && !keys.some((key) => known.has(key))) {
      // Items before this place are gone, so unseen ones have moved up, out of this answer: look further up.
      from = Math.max(start, from - Math.max(1, limit - 1));
      continue;
    }

    const fresh = freshOf(response, keys, from);
    if (fresh.length > 0 || previous === undefined) yield { items: fresh, response };

    const next = from + keys.length;
    delivered += fresh.length;
    widest = Math.max(widest, keys.length);
    const total = response.total ?? 0;
    if (keys.length === 0 || (keys.length === 1 && keys[0] === overlap)) {
      from += widest || limit;
      if (from >= total) return canHaveMoved;
      overlap = undefined;
      continue;
    }
    // A single item cannot overlap itself and still go on.
    const canOverlap = keys.length > 1;
    pages++;
    canHaveMoved ||= pages > 1 && (response.isResorted || widest === 1);
    // Fewer in all than in one answer is no total.
    if (total >= keys.length && Math.min(next, start + delivered) >= total) return canHaveMoved;

    const content = keys.join('\n');
    if (content === previous) {
      // It may be a list that moved by just so much. One that is not batched gives the same from far beyond its end, too.
      const probe = await request(next + probeDistance);
      if (probe.items.map(keyOf).join('\n') === content) throw contradiction(response, sameItems);
    }
    previous = content;
    overlap = canOverlap ? keys.at(-1) : undefined;
    from = canOverlap ? next - 1 : next;
  }
}

/** Reads on for as long as each answer brings something new. Returns whether any did. */
async function* rereadStart({ start, request, freshOf }: ListReader): AsyncGenerator<FreshItems, boolean> {
  for (let from = start; ; ) {
    const response = await request(from);
    const keys = response.items.map(keyOf);
    const fresh = freshOf(response, keys, from);
    if (fresh.length === 0) return from > start;
    yield { items: fresh, response };
    from += Math.max(1, keys.length - 1);
  }
}

const noNewItems =
  `returned no new items in ${maxEmptyPages} responses: it is inconsistent, or counts items that it never returns. ` +
  'If many items are hidden from this user, a larger `limit` gets past them.';

const sameItems = 'returns the same items for every `start`: the list is not batched, or a proxy drops the query.';

function contradiction({ target, base, context }: ListResponse, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${target} ${what}`,
    { method: 'GET', target, url: base.href, attempts: context.attempts, waited: context.waited },
    200,
  );
}
