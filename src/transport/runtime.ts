/** A page or a worker of a browser; Node with a simulated page (jsdom) counts as one, server-side workers do not. */
export function inBrowser(): boolean {
  if (typeof document !== 'undefined') return true;
  const worker: unknown = Reflect.get(globalThis, 'WorkerGlobalScope');
  return typeof worker === 'function' && /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '');
}

/** A browser that knows of no network. One that knows of some may still reach nothing. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
