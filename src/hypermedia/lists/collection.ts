import { cancellable } from '../../async/cancellable.js';
import { prefetch } from '../../async/prefetch.js';
import { bypassProxies } from '../../runtime/bypass-proxies.js';
import { type OptionKind, takeOptions, wholeNumber } from '../../values/options.js';
import { type Batch, type FreshItems, type ListItem, type ListResponse, listItems, paginate } from './paginate.js';

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
  /** Sends one request; it ends with `signal`. The first of an iteration may get an answer that is here already. */
  request(batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<ListResponse>;
  open(item: ListItem, response: ListResponse): Item;
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
    bypassProxies(this);
    this.#source = source;
  }

  /** Every item, asking for the next page when the one before is used up. `break` and a thrown error stop it. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    return cancellable(this.#source.signal, (signal) => this.#items(signal));
  }

  /** The items page by page, one request each. */
  pages(): AsyncGenerator<Page<Item>, void> {
    return cancellable(this.#source.signal, (signal) => this.#pages(signal));
  }

  /**
   * The first item, or `undefined` where there is none. One request, for a single item where the platform batches; more only
   * where that one is hidden from this user, and the total says that there are others.
   */
  async first(): Promise<Item | undefined> {
    const { batched, start, limit } = this.#source;
    const response = await this.#source.request(batched ? { start: start ?? 0, limit: 1 } : { start, limit }, true);
    const [item] = listItems(response.items, start);
    if (item !== undefined) return this.#source.open(item, response);
    if (!batched || (response.total ?? 0) <= (start ?? 0)) return undefined;
    const [next] = await this.toArray({ max: 1 });
    return next;
  }

  /** All items, or the first `max` of them, a whole number from 0: no request is made for more than those. */
  async toArray(options: { max?: number | undefined } = {}): Promise<Item[]> {
    const { max = Number.POSITIVE_INFINITY } = takeOptions('toArray', options, { max: mostItems });
    const all: Item[] = [];
    if (max === 0) return all;
    for await (const { items } of this.pages()) {
      for (const item of items.slice(0, max - all.length)) all.push(item);
      if (all.length >= max) break;
    }
    return all;
  }

  async *#items(signal: AbortSignal): AsyncGenerator<Item, void> {
    for await (const page of this.#pages(signal)) {
      for (const item of page.items) {
        signal.throwIfAborted();
        yield item;
      }
    }
  }

  async *#pages(signal: AbortSignal): AsyncGenerator<Page<Item>, void> {
    for await (const { items, response } of this.#responses(signal)) {
      yield { items: items.map((item) => this.#source.open(item, response)), total: response.total };
    }
  }

  async *#responses(signal: AbortSignal): AsyncGenerator<FreshItems, void> {
    const { batched, start, limit, prefetch: depth = 0 } = this.#source;
    if (batched) {
      const all = { start: start ?? 0, limit: limit ?? defaultLimit };
      const request = (batch: Batch, isFirst: boolean) => this.#source.request(batch, isFirst, signal);
      yield* prefetch(paginate(request, all), depth);
      return;
    }
    const response = await this.#source.request({ start, limit }, true, signal);
    yield { items: listItems(response.items, start), response };
  }
}

const count = wholeNumber(0);
const mostItems: OptionKind = (value, name) => (value === Number.POSITIVE_INFINITY ? undefined : count(value, name));
