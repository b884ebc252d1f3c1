import type { Throttle } from 'care-platform';

/** A throttle that lets every call through at once, and records what was reported to it. */
export class OpenThrottle implements Throttle {
  /** What each refusal (429) said of its wait. */
  readonly refusals: (number | undefined)[] = [];
  readonly released: ('done' | 'aborted')[] = [];
  readonly priorities: (string | undefined)[] = [];
  running = 0;
  sent = 0;

  async acquire({ signal, priority }: Parameters<Throttle['acquire']>[0] = {}): ReturnType<Throttle['acquire']> {
    signal?.throwIfAborted();
    this.priorities.push(priority);
    this.running++;
    this.sent++;
    let held = true;
    return {
      waited: 0,
      release: (how = 'done') => {
        if (!held) return;
        held = false;
        this.running--;
        this.released.push(how);
      },
    };
  }

  rateLimited(retryAfterMs?: number): void {
    this.refusals.push(retryAfterMs);
  }

  release(): void {}

  stats() {
    const { running, sent, refusals } = this;
    return { queued: 0, running, sent, rateLimited: refusals.length, waited: 0, requestsPerSecond: 1000 };
  }
}
