/** A page or a worker of a browser, service workers too. A page that Node simulates counts as one, server-side workers do not. */
export function inBrowser(): boolean {
  if (typeof document !== 'undefined') return true;
  const worker: unknown = Reflect.get(globalThis, 'WorkerGlobalScope');
  return typeof worker === 'function' && /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '');
}

/** Node, or what stands in for it, whatever page it simulates. No browser has this, and no bundler brings it. */
export function inNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: unknown } } };
  return typeof process?.versions?.node === 'string';
}

/** A real browser hides from scripts why a request failed. Node tells it, in a page that it simulates too. */
export function hidesReasons(): boolean {
  return inBrowser() && !inNode();
}

/** The runtime of Cloudflare's Workers, where each request of the server lives by itself. */
export function inWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** A browser that knows of no network. One that knows of some may still reach nothing. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
