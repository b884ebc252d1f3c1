// Globals that some runtimes lack, and what they show about the runtime. Only the files of this folder read them.

// Safari has neither symbol, and Chrome had none before 134. There a private symbol replaces it, which names no method.
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol();
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol();

const globals = globalThis as {
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly setImmediate?: typeof setImmediate;
  readonly WorkerGlobalScope?: unknown;
};

/** Calls back in the next turn of the event loop. Absent in browsers. Read early, since a test may fake the global later. */
export const immediate = globals.setImmediate;

/** `true` in pages and workers of a browser, service workers included, and in pages that Node simulates. Not in server-side workers. */
export function inBrowser(): boolean {
  if (typeof document !== 'undefined') return true;
  return typeof globals.WorkerGlobalScope === 'function' && /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '');
}

/** `true` in Node and compatible runtimes, even in a page they simulate. No browser has this global; no bundler adds it. */
export function inNode(): boolean {
  return typeof globals.process?.versions?.node === 'string';
}

/** `true` in a real browser, which hides from scripts why a request failed. Node does not, even if it simulates a page. */
export function hidesReasons(): boolean {
  return inBrowser() && !inNode();
}

/** `true` in the runtime of Cloudflare's Workers, where the timers of a server's request end with that request. */
export function inWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** `true` if the browser has no network. If `false`, the server may still be unreachable. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Calls back if the browser loses its network. The returned function ends that. */
export function onOffline(callback: () => void): () => void {
  globalThis.addEventListener?.('offline', callback);
  return () => globalThis.removeEventListener?.('offline', callback);
}
