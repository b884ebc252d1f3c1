/**
 * Requests up to `depth` more results from a source than the consumer has taken, one at a time and in order. When the
 * consumer leaves, running requests end with the signal of the source, and their failures are ignored.
 */
export async function* prefetch<Result>(
  source: AsyncGenerator<Result, void>,
  depth: number,
): AsyncGenerator<Result, void> {
  const requested: Promise<IteratorResult<Result, void>>[] = [];
  const requestNext = () => {
    const next = source.next();
    // The failure is thrown when the consumer reaches this result, which may be later, or never.
    next.catch(() => undefined);
    requested.push(next);
  };

  for (let ahead = 0; ahead < depth; ahead++) requestNext();
  for (;;) {
    requestNext();
    const result = await requested.shift();
    if (result === undefined || result.done) return;
    yield result.value;
  }
}
