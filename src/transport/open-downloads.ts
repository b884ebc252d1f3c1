import type { SafeLogger } from './logger.js';
import type { Throttle } from './throttle/throttle.js';

/** Counts the downloads of a throttle that hold connections. */
export interface OpenDownloads {
  /** The returned function must be called when the download ends. */
  count(): () => void;
  /** Warns if calls wait while open downloads hold all connections. They may wait forever, and nothing else shows why. */
  reportHeldConnections(logger: SafeLogger | undefined): void;
}

/** Filled by the lazy module of downloads. A page that opens none needs no more than this. */
export const openDownloads = new WeakMap<Throttle, OpenDownloads>();
