import { linkAbort, untilAborted } from './abort.js';

/** The next event: a result, an item, or the end of the items, which may be a failure. */
type Event<Item, Result> =
  | { readonly result: Result }
  | { readonly item: Item }
  | { readonly end: { readonly failure: unknown } | 'done' };

/**
 * Works on up to `width` items at a time. Yields the results in the order of the items, each as soon as it is there. If the
 * source of the items fails, the results of earlier items come first. If the consumer leaves or some work fails, the signal
 * of all other work aborts. An abort ends the iteration at once, even while an item is awaited.
 */
export async function* mapConcurrent<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  width: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void> {
  const own = linkAbort(signal);
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const running: Promise<Event<Item, Result>>[] = [];
  let next: Promise<Event<Item, Result>> | undefined;
  let end: { readonly failure: unknown } | 'done' | undefined;
  try {
    while (end === undefined || running.length > 0) {
      if (end === undefined && running.length < width) next ??= nextItem(source);
      // An available item goes before a result, so that as much work as possible runs.
      const awaited = [next, running[0]].filter((event) => event !== undefined);
      const event = await untilAborted(Promise.race(awaited), own.signal);
      if ('result' in event) {
        void running.shift();
        yield event.result;
        continue;
      }
      next = undefined;
      if ('end' in event) end = event.end;
      else running.push(start(work(event.item, own.signal)));
    }
    if (end !== 'done') throw end?.failure;
  } finally {
    own.detach();
    own.abort();
    // A source that still waits for its next item is closed later, when it continues.
    const closing = end === undefined ? source.return?.() : undefined;
    if (next === undefined) await closing;
    else Promise.resolve(closing).catch(() => undefined);
  }
}

async function nextItem<Item>(source: AsyncIterator<Item> | Iterator<Item>): Promise<Event<Item, never>> {
  try {
    const { done, value } = await source.next();
    return done ? { end: 'done' } : { item: value };
  } catch (failure) {
    return { end: { failure } };
  }
}

function start<Result>(work: Promise<Result>): Promise<Event<never, Result>> {
  const event = work.then((result) => ({ result }));
  // The failure is thrown when the consumer reaches this result, which may be later, or never.
  event.catch(() => undefined);
  return event;
}
