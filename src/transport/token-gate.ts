/// <reference path="./bottleneck-light.d.ts" />
import Bottleneck from 'bottleneck/light.js';
import { now } from './clock.js';

// Bottleneck takes three timers to run a job once its token is there: 2.3 to 3.7 ms measured in Node, while browsers make
// nested timers 4 ms each. Fed that much earlier, the job runs on time. So the lead is what the last one took.
const firstLead = 3;
const longestLead = 20;
// Past this it is not coming: bottleneck's clock was stepped, or a page was hidden just now.
const patience = 50;
const clockTolerance = 100;

/**
 * Tells when a token is due, by one job of bottleneck that waits for its reservoir. What it says is only ever a wake-up:
 * the bucket decides. So nothing here can freeze the line or let more through, which bottleneck alone would do: it reads
 * `Date.now`, so an hour back freezes it for that hour, and it adds one refill per tick, however late the tick. Hence no
 * refill of its own: the reservoir is fed when the monotonic clock says so.
 */
export class TokenGate {
  readonly #onToken: () => void;
  #limiter = new Bottleneck({ reservoir: 0 });
  #clockDifference = clockDifference();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a job is outstanding, and whether its token has been fed. */
  #job: 'none' | 'waiting' | 'fed' = 'none';
  #fedAt = 0;
  #lead = firstLead;

  constructor(onToken: () => void) {
    this.#onToken = onToken;
  }

  /** Calls `onToken` in that many milliseconds, in place of any earlier wish. */
  open(delay: number): void {
    clearTimeout(this.#timer);
    if (delay <= this.#lead) {
      this.#timer = setTimeout(this.#onToken, delay);
      return;
    }
    if (Math.abs(clockDifference() - this.#clockDifference) > clockTolerance) this.#replace();
    if (this.#job === 'none') this.#schedule();
    const due = now() + delay;
    this.#timer = setTimeout(() => this.#feed(due), delay - this.#lead);
  }

  /** Nobody waits any more. A job stays, without a timer, for the next who does; one that was fed is about to run. */
  close(): void {
    if (this.#job !== 'fed') clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#job = 'waiting';
    const limiter = this.#limiter;
    const job = async () => {
      if (limiter !== this.#limiter) return;
      this.#job = 'none';
      this.#lead = Math.min(longestLead, now() - this.#fedAt);
      this.#onToken();
    };
    // Rejects only for a job dropped with its limiter, which nobody waits for.
    limiter.schedule(job).catch(() => undefined);
  }

  #feed(due: number): void {
    // This timer came so late that the job, which takes three more, is not worth waiting for: a hidden page's come once
    // a second. It stays for the next time.
    if (now() >= due) {
      this.#onToken();
      return;
    }
    if (this.#job === 'waiting') {
      this.#job = 'fed';
      this.#fedAt = now();
      this.#limiter.incrementReservoir(1).catch(() => undefined);
    }
    this.#timer = setTimeout(() => {
      this.#replace();
      this.#onToken();
    }, patience);
  }

  #replace(): void {
    // A job held by a stepped clock sits in a timer of bottleneck's, which would keep the process alive for the hour.
    this.#limiter.stop({ dropWaitingJobs: true }).catch(() => undefined);
    this.#limiter = new Bottleneck({ reservoir: 0 });
    this.#clockDifference = clockDifference();
    this.#job = 'none';
  }
}

function clockDifference(): number {
  return Date.now() - performance.now();
}
