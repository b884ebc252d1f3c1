/**
 * Asks a source for up to `depth` more results than the consumer has taken, one at a time and in order. When the consumer
 * leaves, requests that still run end with the signal of the source, and their failures are ignored.
 */
export async function* prefetch<Result>(
  source: AsyncGenerator<Result, void>,
  depth: number,
): AsyncGenerator<Result, void> {
  const asked: Promise<IteratorResult<Result, void>>[] = [];
  const askNext = () => {
    const next = source.next();
    // It is thrown when the consumer gets there, which may be later, or never.
    next.catch(() => undefined);
    asked.push(next);
  };

  for (let ahead = 0; ahead < depth; ahead++) askNext();
  for (;;) {
    askNext();
    const result = await asked.shift();
    if (result === undefined || result.done) return;
    yield result.value;
  }
}
