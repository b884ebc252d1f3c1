type Callback = () => void;

interface Watch {
  readonly callbacks: Set<Callback>;
  readonly listener: Callback;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when the signal aborts; gives what ends that. All who watch one signal share one listener: Node searches
 * all listeners of a signal to add or remove one, which takes quadratic time for thousands of calls on one signal.
 */
export function watchAbort(signal: AbortSignal, callback: Callback): () => void {
  const watch = watches.get(signal) ?? begin(signal);
  watch.callbacks.add(callback);
  return () => {
    watch.callbacks.delete(callback);
    if (watch.callbacks.size > 0) return;
    watches.delete(signal);
    signal.removeEventListener('abort', watch.listener);
  };
}

function begin(signal: AbortSignal): Watch {
  const callbacks = new Set<Callback>();
  const listener = () => {
    for (const callback of callbacks) callback();
  };
  const watch = { callbacks, listener };
  watches.set(signal, watch);
  signal.addEventListener('abort', listener, { once: true });
  return watch;
}
