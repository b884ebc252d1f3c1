import { hidesReasons, isOffline, onOffline } from '../runtime/globals.js';
import { isLoopback } from './base-url.js';

/** A browser that knows of no network: what fails there is not tried again. */
export function hasNoNetwork(): boolean {
  return hidesReasons() && isOffline();
}

/** Reports when a browser loses its network, at once if it has none. Returns what ends that. */
export function watchNetwork(url: URL, lost: () => void): () => void {
  if (!hidesReasons()) return () => undefined;
  // A server on this machine needs no network.
  if (isOffline() && !isLoopback(url.hostname)) lost();
  return onOffline(lost);
}
