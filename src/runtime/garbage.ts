/** Calls back once the instance is garbage. Never in runtimes without that feature; workerd has it since 2025. */
export function whenGarbage<Held>(callback: (held: Held) => void): (instance: object, held: Held) => void {
  const { FinalizationRegistry: Registry } = globalThis as Partial<typeof globalThis>;
  if (typeof Registry !== 'function') return () => undefined;
  const registry = new Registry(callback);
  return (instance, held) => registry.register(instance, held);
}
