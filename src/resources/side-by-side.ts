/**
 * Works on several items at a time, and gives the results in their order. When the consumer leaves, or a piece of work
 * fails, the signal of all the others is aborted.
 */
export async function* sideBySide<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  width: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Result, void> {
  // One of its own, so that nothing stays attached to the caller's, which may live as long as the process.
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item, controller.signal);
      // It is thrown when the consumer gets there, which may be later, or never.
      result.catch(() => undefined);
      running.push(result);
      const first = running.length < width ? undefined : running.shift();
      if (first !== undefined) yield await first;
    }
    for (const result of running) yield await result;
  } finally {
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}
