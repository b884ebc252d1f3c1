import { type LinkedAbort, linkAbort } from './abort.js';

/**
 * An iteration with its own signal, which aborts with the caller's signal and as soon as the consumer leaves. That includes
 * a `return()` or `throw()` while an item is awaited: a plain generator would wait for the item first. The pending `next()`
 * then reports the end.
 */
export function cancellable<Item>(
  caller: AbortSignal | undefined,
  iterate: (signal: AbortSignal) => AsyncGenerator<Item, void> | Promise<AsyncGenerator<Item, void>>,
): AsyncGenerator<Item, void> {
  let hasLeft = false;
  let own: LinkedAbort | undefined;
  const items = (async function* (): AsyncGenerator<Item, void> {
    const linked = linkAbort(caller);
    own = linked;
    try {
      yield* await iterate(linked.signal);
    } catch (failure) {
      if (!hasLeft) throw failure;
    } finally {
      linked.detach();
      linked.abort();
    }
  })();
  const end = items.return.bind(items);
  items.return = (value) => {
    hasLeft = true;
    own?.abort();
    return end(value);
  };
  items.throw = async (failure) => {
    await items.return();
    throw failure;
  };
  // Bound, so that it works on a Proxy too, as `return` and `throw` do.
  items.next = items.next.bind(items);
  return items;
}
