/** The reason that a call is rejected with. Throws if the call succeeds. The test declares its type; nothing checks it. */
export async function failureOf<Failure = unknown>(call: Promise<unknown>): Promise<Failure> {
  const result = await call.then(
    () => undefined,
    (failure: unknown) => ({ failure }),
  );
  if (result === undefined) throw new Error('The call did not fail.');
  return result.failure as Failure;
}
