/** Runs all tasks, at most `lanes` of them at a time. */
export async function runConcurrently(tasks: Iterable<() => Promise<unknown>>, lanes: number): Promise<void> {
  const waiting = tasks[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await next.value();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
