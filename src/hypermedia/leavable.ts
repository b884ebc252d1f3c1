import { anObject, aSignal, takeOptions } from '../values/options.js';

/**
 * An iteration with a signal of its own, which aborts with the caller's, and when it is left: at once, also by a `return()`
 * or `throw()` while an item is waited for. A generator by itself would finish that wait first. Who waits is told that there is no more.
 */
export function leavable<Item>(
  options: { readonly signal?: AbortSignal | undefined },
  iterate: (signal: AbortSignal) => AsyncGenerator<Item, void> | Promise<AsyncGenerator<Item, void>>,
): AsyncGenerator<Item, void> {
  const caller = options?.signal;
  takeOptions('options', { options, signal: caller }, { options: anObject, signal: aSignal });
  const own = new AbortController();
  const follow = () => own.abort(caller?.reason);
  let isLeft = false;
  const items = (async function* (): AsyncGenerator<Item, void> {
    caller?.addEventListener('abort', follow);
    if (caller?.aborted) follow();
    try {
      yield* await iterate(own.signal);
    } catch (failure) {
      if (!isLeft) throw failure;
    } finally {
      caller?.removeEventListener('abort', follow);
      own.abort();
    }
  })();
  const end = items.return.bind(items);
  items.return = (value) => {
    isLeft = true;
    own.abort();
    return end(value);
  };
  items.throw = async (failure) => {
    await items.return();
    throw failure;
  };
  // Bound, so that it works on a Proxy too, as the others do.
  items.next = items.next.bind(items);
  return items;
}
