/**
 * Asks a source for up to `depth` results more than the consumer has taken, one after the other and in order. What is still
 * asked for when the consumer leaves ends with the signal of the source; its failure is nobody's.
 */
export async function* readAhead<Result>(
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
