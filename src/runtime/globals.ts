// Globals that not every runtime has, and what their presence or absence says of the runtime. Read here and nowhere else.

// Safari has neither symbol, and Chrome had none before 134: a private one stands for it there, which names no method.
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol();
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol();

const globals = globalThis as {
  readonly Buffer?: typeof Buffer;
  readonly FinalizationRegistry?: typeof FinalizationRegistry;
  readonly MessageChannel?: typeof MessageChannel;
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly setImmediate?: typeof setImmediate;
  readonly WorkerGlobalScope?: unknown;
};

/** Calls back in the next turn of the event loop. Absent in browsers. Not the one that a test may fake later. */
export const immediate = globals.setImmediate;

/** Calls back once the instance is garbage. Never in runtimes that cannot: workerd can only since 2025. */
export function whenGarbage<Held>(callback: (held: Held) => void): (instance: object, held: Held) => void {
  const Registry = globals.FinalizationRegistry;
  if (typeof Registry !== 'function') return () => undefined;
  const registry = new Registry(callback);
  return (instance, held) => registry.register(instance, held);
}

/** Lets everything else that waits run. Not by a timer if it can: browsers limit those of a hidden page to one a second. */
export function nextTurn(): Promise<void> {
  const Channel = globals.MessageChannel;
  if (typeof Channel !== 'function') return new Promise((resolve) => setTimeout(resolve));
  const { port1, port2 } = new Channel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** By what the engine has of its own: ten times as fast as `btoa`, which all of them have. */
export function base64(bytes: Uint8Array & { toBase64?(): string }): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64();
  const { Buffer } = globals;
  if (Buffer !== undefined) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return btoa(String.fromCharCode.apply(null, bytes as unknown as number[]));
}

/** A page or a worker of a browser, service workers too. A page that Node simulates counts as one, server-side workers do not. */
export function inBrowser(): boolean {
  if (typeof document !== 'undefined') return true;
  return typeof globals.WorkerGlobalScope === 'function' && /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '');
}

/** Node, or what stands in for it, whatever page it simulates. No browser has this, and no bundler brings it. */
export function inNode(): boolean {
  return typeof globals.process?.versions?.node === 'string';
}

/** A real browser hides from scripts why a request failed. Node does not, even in a page that it simulates. */
export function hidesReasons(): boolean {
  return inBrowser() && !inNode();
}

/** The runtime of Cloudflare's Workers, where each request of the server lives by itself. */
export function inWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** A runtime that knows of a network may still reach nothing. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Calls back if the browser loses its network. Returns what ends that. */
export function onOffline(callback: () => void): () => void {
  globalThis.addEventListener?.('offline', callback);
  return () => globalThis.removeEventListener?.('offline', callback);
}
