import { clock } from './clock.js';

type Callback = () => void;

interface Watch {
  readonly callbacks: Set<Callback>;
  readonly listener: Callback;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when the signal aborts. The returned function ends that. All watches of a signal share one listener: Node
 * searches all listeners to add or remove one, which takes quadratic time for thousands of calls on one signal.
 */
export function watchAbort(signal: AbortSignal, callback: Callback): () => void {
  const watch = watches.get(signal) ?? startWatch(signal);
  watch.callbacks.add(callback);
  return () => {
    watch.callbacks.delete(callback);
    if (watch.callbacks.size > 0) return;
    watches.delete(signal);
    signal.removeEventListener('abort', watch.listener);
  };
}

function startWatch(signal: AbortSignal): Watch {
  const callbacks = new Set<Callback>();
  const listener = () => {
    for (const callback of callbacks) callback();
  };
  const watch = { callbacks, listener };
  watches.set(signal, watch);
  signal.addEventListener('abort', listener, { once: true });
  return watch;
}

/** A signal of its own, which also aborts with the caller's signal until `detach`. */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Removes the listener from the caller's signal, which may live as long as the process. */
  detach(): void;
}

export function linkAbort(caller: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const follow = () => controller.abort(caller?.reason);
  const detach = caller && watchAbort(caller, follow);
  if (caller?.aborted) follow();
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    detach: () => detach?.(),
  };
}

/** Settles as the promise does, or rejects with the signal's reason as soon as the signal aborts. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    const detach = watchAbort(signal, stop);
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(detach);
  });
}

/** Waits, or rejects with the signal's reason as soon as the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let cancel: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    cancel = clock.after('pause', milliseconds, resolve);
  });
  return untilAborted(over, signal).finally(() => cancel?.());
}
