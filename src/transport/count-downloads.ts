import type { SafeLogger } from './logger.js';
import { type OpenDownloads, openDownloads } from './open-downloads.js';
import type { Throttle } from './throttle/throttle.js';

export function downloadsOf(throttle: Throttle): OpenDownloads {
  const downloads = openDownloads.get(throttle) ?? new DownloadCount(throttle);
  openDownloads.set(throttle, downloads);
  return downloads;
}

class DownloadCount implements OpenDownloads {
  readonly #throttle: Throttle;
  #open = 0;
  #isReported = false;

  constructor(throttle: Throttle) {
    this.#throttle = throttle;
  }

  count(): () => void {
    this.#open++;
    return () => {
      this.#open--;
      this.#isReported = false;
    };
  }

  reportHeldConnections(logger: SafeLogger | undefined): void {
    if (this.#open === 0 || this.#isReported) return;
    const { queued, running, connections } = this.#throttle.stats();
    if (connections === undefined || queued === 0 || running < connections || this.#open < connections) return;
    this.#isReported = true;
    logger?.warn(
      `Open downloads hold all connections (${connections}), and calls wait. Read each to its end, or \`cancel()\` it.`,
    );
  }
}
