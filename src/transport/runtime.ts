import { isLoopback } from './base-url.js';

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

/** A browser that knows of no network: what fails there is not tried again. */
export function hasNoNetwork(): boolean {
  return hidesReasons() && isOffline();
}

/** Reports when a browser loses its network, at once if it has none. Returns what ends that. */
export function watchNetwork(url: URL, lost: () => void): () => void {
  if (!hidesReasons()) return () => undefined;
  // A server on this machine needs no network.
  if (isOffline() && !isLoopback(url.hostname)) lost();
  globalThis.addEventListener?.('offline', lost);
  return () => globalThis.removeEventListener?.('offline', lost);
}

/** One that knows of a network may still reach nothing. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
