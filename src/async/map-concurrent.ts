import { linkAbort } from './abort.js';

/**
 * Works on up to `width` items at a time and yields the results in the order of the items. If the consumer leaves or some
 * work fails, the signal of all other work aborts.
 */
export async function* mapConcurrent<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  width: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void> {
  const own = linkAbort(signal);
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item, own.signal);
      // It is thrown when the consumer gets there, which may be later, or never.
      result.catch(() => undefined);
      running.push(result);
      const first = running.length < width ? undefined : running.shift();
      if (first !== undefined) yield await first;
    }
    for (const result of running) yield await result;
  } finally {
    own.detach();
    own.abort();
  }
}
