import { linkAbort, watchAbort } from '../../async/abort.js';
import { mapConcurrent } from '../../async/map-concurrent.js';
import { concernsAllCalls } from '../../errors/final.js';
import { aFunction, aSignal, type OptionChecks, takeOptions, wholeNumber } from '../../values/options.js';

export { prefetch } from '../../async/prefetch.js';

/** Work on one item. Its second argument can be passed on as the options of a request. */
export type ItemWork<Item, Result> = (item: Item, options: { readonly signal: AbortSignal }) => Result;

/** How `map` and `forEach` work on the items of a list. */
export interface ItemWorkOptions<Item> {
  /** Number of items worked on at the same time. Whole number from 1 to 20; default 1. The throttle limits the rate. */
  readonly concurrency?: number | undefined;
  /**
   * Takes the failure of one item, and the other items go on. If it throws, the work ends with that error. It does not get
   * failures that every item would meet, such as an `UnauthorizedError`. Default: the first failure ends the work.
   */
  readonly onError?: ((failure: unknown, item: Item) => unknown) | undefined;
  /** Ends the work, with the requests of the list. */
  readonly signal?: AbortSignal | undefined;
}

const workChecks: OptionChecks<ItemWorkOptions<unknown>> = {
  concurrency: wholeNumber(1, 20),
  onError: aFunction,
  signal: aSignal,
};

/** The results in the order of the items, without items that failed. Aborts all work that still runs when it ends. */
export async function* mapItems<Item, Result>(
  items: AsyncIterable<Item>,
  work: ItemWork<Item, Result>,
  given: ItemWorkOptions<Item>,
  consumer: AbortSignal,
): AsyncGenerator<Awaited<Result>, void> {
  const options = takeOptions('work on a list', { ...given, work: work ?? null }, { ...workChecks, work: aFunction });
  const { concurrency = 1, onError, signal } = options;
  const linked = linkAbort(consumer);
  const follow = () => linked.abort(signal?.reason);
  const detach = signal && watchAbort(signal, follow);
  if (signal?.aborted) follow();

  const attempt = async (item: Item, signal: AbortSignal) => {
    try {
      return { result: await work(item, { signal }) };
    } catch (failure) {
      if (onError === undefined || signal.aborted || concernsAllCalls(failure)) throw failure;
      await onError(failure, item);
      return undefined;
    }
  };
  try {
    for await (const done of mapConcurrent(items, concurrency, attempt, linked.signal)) {
      if (done !== undefined) yield done.result;
    }
  } finally {
    detach?.();
    linked.detach();
  }
}
