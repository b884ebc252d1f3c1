import { cancellable } from '../../async/cancellable.js';
import { notLoaded } from '../../errors/not-loaded.js';
import { bypassProxies } from '../../runtime/bypass-proxies.js';
import { type OptionCheck, takeOptions, wholeNumber } from '../../values/options.js';
import type { ItemWork, ItemWorkOptions } from './item-work.js';
import { Page } from './page.js';
import { type Batch, type FreshItems, type ListItem, type ListResponse, listItems, paginate } from './paginate.js';

/**
 * Whether the platform returns a list in batches. If not, one request reads the whole list. If `'optional'`, that is so
 * unless the caller limits the items.
 */
export type Batched = boolean | 'optional';

/** Source of a collection's items. */
export interface ItemSource<Item> extends Batch {
  readonly batched: Batched;
  /** Sends one request; `signal` aborts it. The first request of an iteration may return a loaded response. */
  request(batch: Batch, isFirst: boolean, signal?: AbortSignal): Promise<ListResponse>;
  open(item: ListItem, response: ListResponse): Item;
  /** Set if the list has a filter. */
  isWanted?(item: Item): boolean;
  /** Ends the iteration, also between items. */
  readonly signal?: AbortSignal | undefined;
  /** Pages requested in advance. Default: 0. */
  readonly prefetch?: number | undefined;
}

/** Items per request without a `limit`. The platform documents no maximum, and may return fewer. */
const defaultLimit = 100;

/**
 * A list on the platform. It is not a promise, and creating it makes no request. Iterating makes one request per page, when
 * its items are needed. Each iteration starts from the beginning.
 */
export class Collection<Item> implements AsyncIterable<Item> {
  readonly #source: ItemSource<Item>;

  /** @internal */
  constructor(source: ItemSource<Item>) {
    bypassProxies(this);
    this.#source = source;
  }

  /** Yields every item. Requests the next page after the last item of a page. `break` or a thrown error ends it. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    return cancellable(this.#source.signal, (signal) => this.#items(signal));
  }

  /** Yields the items page by page, one request each. */
  pages(): AsyncGenerator<Page<Item>, void> {
    return cancellable(this.#source.signal, (signal) => this.#pages(signal));
  }

  /**
   * Returns the first item; `undefined` if there is none. One request, for a single item if the list is batched. More requests
   * only if that item is hidden from this user, and the total shows that there are others. With a filter, it reads pages until
   * an item passes.
   */
  async first(): Promise<Item | undefined> {
    const { batched, start, limit, isWanted } = this.#source;
    if (isWanted === undefined) {
      const response = await this.#source.request(batched ? { start: start ?? 0, limit: 1 } : { start, limit }, true);
      const [item] = listItems(response.items, start);
      if (item !== undefined) return this.#source.open(item, response);
      if (!batched || (response.total ?? 0) <= (start ?? 0)) return undefined;
    }
    const [first] = await this.toArray({ max: 1 });
    return first;
  }

  /**
   * Returns all items, or at most `max`, a whole number from 0. One request per page. It requests only the pages that these
   * items need.
   */
  async toArray(options: { max?: number | undefined } = {}): Promise<Item[]> {
    const { max = Number.POSITIVE_INFINITY } = takeOptions('toArray', options, { max: mostItems });
    const all: Item[] = [];
    if (max === 0) return all;
    for await (const { items } of cancellable(this.#source.signal, (signal) => this.#pages(signal, max))) {
      for (const item of items.slice(0, max - all.length)) all.push(item);
      if (all.length >= max) break;
    }
    return all;
  }

  /** The items for which `isWanted` returns `true`, as a list. Makes no request. Iterating reads the pages of the whole list. */
  filter<Wanted extends Item>(isWanted: (item: Item) => item is Wanted): Collection<Wanted>;
  filter(isWanted: (item: Item) => boolean): Collection<Item>;
  filter(isWanted: (item: Item) => boolean): Collection<Item> {
    return collection({ ...this.#source, isWanted: (item) => passes(this.#source, item) && isWanted(item) });
  }

  /** The items of a class, as a list: `care.clients().ofKind(Client)`. Makes no request. Otherwise as `filter`. */
  ofKind<Kind extends Item>(kind: abstract new (...args: never) => Kind): Collection<Kind> {
    return this.filter((item): item is Kind => item instanceof kind);
  }

  /**
   * Yields the result of `work` on each item, in the order of the items. Works on `concurrency` items at the same time. Reads
   * an item when its work can start. If the consumer leaves, or work fails without `onError`, other work is aborted by its
   * `signal`.
   */
  map<Result>(
    work: ItemWork<Item, Result>,
    options: ItemWorkOptions<Item> = {},
  ): AsyncGenerator<Awaited<Result>, void> {
    const given = { ...options };
    return cancellable(this.#source.signal, async (signal) => {
      const { mapItems } = await loadItemWork();
      return mapItems(this, work, given, signal);
    });
  }

  /** Works on each item, as `map` does. Resolves when all work is done, and rejects with the first failure without `onError`. */
  async forEach(work: ItemWork<Item, unknown>, options: ItemWorkOptions<Item> = {}): Promise<void> {
    for await (const _ of this.map(work, options));
  }

  async *#items(signal: AbortSignal): AsyncGenerator<Item, void> {
    for await (const page of this.#pages(signal)) {
      for (const item of page.items) {
        signal.throwIfAborted();
        yield item;
      }
    }
  }

  async *#pages(signal: AbortSignal, max = Infinity): AsyncGenerator<Page<Item>, void> {
    for await (const { items, response } of this.#responses(signal, max)) {
      const opened = items.map((item) => this.#source.open(item, response));
      yield new Page(
        opened.filter((item) => passes(this.#source, item)),
        response.total,
      );
    }
  }

  async *#responses(signal: AbortSignal, max: number): AsyncGenerator<FreshItems, void> {
    const { batched, start, limit, prefetch: depth = 0 } = this.#source;
    if (batched) {
      // All, if the caller needs all.
      const most = batched === 'optional' && max === Infinity ? max : defaultLimit;
      const all = { start: start ?? 0, limit: limit ?? most };
      const request = (batch: Batch, isFirst: boolean) => this.#source.request(batch, isFirst, signal);
      const pages = paginate(request, all);
      yield* depth > 0 ? (await loadItemWork()).prefetch(pages, depth) : pages;
      return;
    }
    const response = await this.#source.request({ start, limit }, true, signal);
    yield { items: listItems(response.items, start), response };
  }
}

function passes<Item>({ isWanted }: ItemSource<Item>, item: Item): boolean {
  return isWanted === undefined || isWanted(item);
}

/** Not in its class: the build renames a class that refers to itself. */
function collection<Item>(source: ItemSource<Item>): Collection<Item> {
  return new Collection(source);
}

const loadItemWork = () => import('./item-work.js').catch(notLoaded('work on lists'));

const count = wholeNumber(0);
const mostItems: OptionCheck = (value, name) => (value === Number.POSITIVE_INFINITY ? [] : count(value, name));
