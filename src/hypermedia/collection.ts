import { InputError } from '../errors.js';
import { readAhead } from './read-ahead.js';
import { type Batch, type FreshItems, type ListAnswer, type ListItem, placed, type WholeList, walk } from './walk.js';

/** Items that came with one request. */
export interface Page<Item> {
  /** The items of this page, those left out that the page before had already. */
  readonly items: readonly Item[];
  /** How many there are in all; `null` where the platform does not say. */
  readonly total: number | null;
}

/** Where a collection gets its items from. */
export interface ItemSource<Item> extends Batch {
  /** Whether the platform gives it in batches. Where it does not, one request reads it all. */
  readonly batched: boolean;
  /** Sends one request; it ends with `signal`. */
  ask(batch: Batch, signal?: AbortSignal): Promise<ListAnswer>;
  open(item: ListItem, answer: ListAnswer): Item;
  /** Ends the iteration, between items too. */
  readonly signal?: AbortSignal | undefined;
  /** Pages asked for ahead of the consumer. Default: 0. */
  readonly prefetch?: number | undefined;
}

/** Asked for per request where the caller names no `limit`: the platform states no maximum, and may give fewer. */
const defaultLimit = 100;

/**
 * A list on the platform. Getting one makes no request; iterating asks as it goes, one request per page, and each iteration
 * starts anew. It is not a promise.
 */
export class Collection<Item> implements AsyncIterable<Item> {
  readonly #source: ItemSource<Item>;

  /** @internal */
  constructor(source: ItemSource<Item>) {
    checkBatch(source);
    this.#source = source;
  }

  /** Every item, asking for the next page when the one before is used up. `break` and a thrown error stop it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) {
      for (const item of page.items) {
        this.#source.signal?.throwIfAborted();
        yield item;
      }
    }
  }

  /** The items page by page, one request each. */
  async *pages(): AsyncGenerator<Page<Item>, void> {
    for await (const { items, answer } of this.#answers()) {
      yield { items: items.map((item) => this.#source.open(item, answer)), total: answer.total };
    }
  }

  /** The first item, or `undefined` where there is none. One request, for a single item where the platform batches. */
  async first(): Promise<Item | undefined> {
    const { batched, start, limit } = this.#source;
    const answer = await this.#source.ask(batched ? { start: start ?? 0, limit: 1 } : { start, limit });
    const [item] = placed(answer.items, start);
    return item === undefined ? undefined : this.#source.open(item, answer);
  }

  /** All items, or the first `max` of them: no request is made for more than those. */
  async toArray({ max = Number.POSITIVE_INFINITY }: { max?: number } = {}): Promise<Item[]> {
    const all: Item[] = [];
    if (max <= 0) return all;
    for await (const { items } of this.pages()) {
      for (const item of items.slice(0, max - all.length)) all.push(item);
      if (all.length >= max) break;
    }
    return all;
  }

  async *#answers(): AsyncGenerator<FreshItems, void> {
    const { batched, start, limit, prefetch = 0 } = this.#source;
    if (batched) {
      const all = { start: start ?? 0, limit: limit ?? defaultLimit };
      if (prefetch === 0) yield* walk((batch) => this.#source.ask(batch, this.#source.signal), all);
      else yield* this.#prefetched(all, prefetch);
      return;
    }
    const answer = await this.#source.ask({ start, limit });
    yield { items: placed(answer.items, start), answer };
  }

  /** An iteration with a signal of its own, so that leaving it ends the request that is under way. */
  async *#prefetched(all: WholeList, prefetch: number): AsyncGenerator<FreshItems, void> {
    const { signal } = this.#source;
    const iteration = new AbortController();
    const abort = () => iteration.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      yield* readAhead(
        walk((batch) => this.#source.ask(batch, iteration.signal), all),
        prefetch,
      );
    } finally {
      signal?.removeEventListener('abort', abort);
      iteration.abort();
    }
  }
}

function checkBatch({ start, limit, prefetch }: Batch & { prefetch?: number | undefined }): void {
  if (prefetch !== undefined && !(Number.isSafeInteger(prefetch) && prefetch >= 0 && prefetch <= 10)) {
    throw InputError.of('list options', 'prefetch', `Must be a whole number from 0 to 10, but is ${String(prefetch)}.`);
  }
  if (start !== undefined && !(Number.isSafeInteger(start) && start >= 0)) {
    throw InputError.of('list options', 'start', `Must be a whole number from 0, but is ${String(start)}.`);
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw InputError.of('list options', 'limit', `Must be a whole number from 1, but is ${String(limit)}.`);
  }
}
