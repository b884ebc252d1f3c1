/** A function that creates its value when it is first called, and then returns the same one. */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
