import { UnexpectedResponseError } from '../../errors.js';
import type { JsonObject, ResponseContext } from '../document.js';
import { KnownItems, keysOf } from './known-items.js';

/** Requested items: from `start`, at most `limit`. */
export interface Batch {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

/** Bounds of a batched list. */
export interface ListBounds {
  readonly start: number;
  /** `Infinity`: the requests ask for all items. */
  readonly limit: number;
}

/** One response of a list. */
export interface ListResponse {
  readonly items: readonly unknown[];
  /** Number of items of the list; `null` if the platform does not report it. */
  readonly total: number | null;
  /** Whether it proves the end of a list without a total. */
  readonly isLast: boolean;
  readonly document: JsonObject;
  readonly base: URL;
  readonly target: string;
  readonly context: ResponseContext;
  /** Whether it may be sorted by a time that changes. Then items move to its start. */
  readonly isResorted: boolean;
}

/** An item as received. */
export interface ListItem {
  readonly value: unknown;
  /** Its index in the list, from 0, as `start` counts. */
  readonly index: number;
}

export function listItems(items: readonly unknown[], start = 0): ListItem[] {
  return items.map((value, index) => ({ value, index: start + index }));
}

/** Items of one response that were not yielded before. */
export interface FreshItems {
  readonly items: readonly ListItem[];
  readonly response: ListResponse;
}

const probeDistance = 1_000_000;

/** Many pages can be hidden from this user. But requests to an inconsistent list must end. */
const maxEmptyPages = 50;

/** Each reread finds items that moved to the start during the one before. In a busy list this might never end. */
const maxRereads = 10;

/**
 * Paginates a batched list without `next` links. Each request overlaps the last item by one, to notice if the list moved. Then
 * it steps back until it finds a known item. So no item is skipped or yielded twice.
 *
 * A short response is not the end: the platform may cap `limit`, or omit items that this user may not see. It is not
 * documented whether `total` counts those. So it ends when a request returns nothing new and `total` shows no more items, or
 * when both the index and the number of items have reached `total`. If there is no
 * total, `isLast` of a response also ends it.
 *
 * Overlaps do not show items that move to the start. Pages of one item have no overlap. So after the end, it rereads the start
 * until nothing new comes.
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
    last = await requestBatch({ start: from, limit: limit < Infinity ? limit : undefined }, last === undefined);
    return last;
  };
  /** The items of a response that were not yielded before. */
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
    const keys = keysOf(response);
    if (overlap !== undefined && from > start && !keys.some((key) => known.has(key))) {
      // Earlier items were removed, so unseen items have moved up, before this response: step back.
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
    // With pages of one item, an overlap would make no progress.
    const canOverlap = keys.length > 1;
    pages++;
    canHaveMoved ||= pages > 1 && (response.isResorted || widest === 1);
    // A total that is smaller than one response is not valid.
    if (total < keys.length ? response.isLast : Math.min(next, start + delivered) >= total) return canHaveMoved;

    const content = keys.join('\n');
    if (content === previous) {
      // The list may have moved by exactly one page. A list without batches returns the same even far beyond its end.
      const probe = await request(next + probeDistance);
      if (keysOf(probe).join('\n') === content) throw contradiction(response, sameItems);
    }
    previous = content;
    overlap = canOverlap ? keys.at(-1) : undefined;
    from = canOverlap ? next - 1 : next;
  }
}

/** Reads from the start while each response has new items. Returns whether any response had some. */
async function* rereadStart({ start, request, freshOf }: ListReader): AsyncGenerator<FreshItems, boolean> {
  for (let from = start; ; ) {
    const response = await request(from);
    const keys = keysOf(response);
    const fresh = freshOf(response, keys, from);
    if (fresh.length === 0) return from > start;
    yield { items: fresh, response };
    from += Math.max(1, keys.length - 1);
  }
}

const noNewItems =
  `returned no new items in ${maxEmptyPages} responses: it is inconsistent, or hides many items from this user. ` +
  'A larger `limit` gets past them.';

const sameItems = 'returns the same items for every `start`: it is not batched, or a proxy drops the query.';

function contradiction({ target, base, context }: ListResponse, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${target} ${what}`,
    { method: 'GET', target, url: base.href, attempts: context.attempts, waited: context.waited },
    200,
  );
}
