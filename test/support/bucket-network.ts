import type { VirtualTime } from './virtual-time.js';

/** What a simulated platform allows, and how long its network takes. */
export interface BucketOptions {
  /** Requests that the bucket holds; the next one gets a 429. */
  readonly capacity?: number;
  readonly perSecond?: number;
  /** Milliseconds to the server, by the number of the request. The way back takes the same. */
  readonly travel?: (index: number) => number;
  /** Milliseconds since the beginning until which everything gets a 429. */
  readonly closedFor?: number;
  /** What a 429 says in `Retry-After`, in seconds. */
  readonly retryAfter?: number;
}

/** A server behind a network, both in virtual time. Its bucket drains evenly and refuses the first request that does not fit. */
export class BucketNetwork {
  /** The URLs that were served, in the order of their arrival. */
  readonly served: string[] = [];
  /** When each of them arrived, in milliseconds since the beginning. */
  readonly arrivals: number[] = [];
  /** When each request that got a 429 arrived. */
  readonly refusals: number[] = [];
  readonly #time: VirtualTime;
  readonly #options: Required<Omit<BucketOptions, 'retryAfter'>> & Pick<BucketOptions, 'retryAfter'>;
  readonly #began: number;
  #level = 0;
  #settledAt = 0;
  #sent = 0;
  #running = 0;
  /** The most requests that were under way at the same time. */
  mostRunning = 0;

  constructor(time: VirtualTime, options: BucketOptions = {}) {
    this.#time = time;
    this.#began = time.now();
    this.#options = { capacity: 30, perSecond: 30, travel: () => 10, closedFor: 0, ...options };
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#time.now() - this.#began;
  }

  /** Forgets what was counted; what is in the bucket stays. */
  forget(): void {
    for (const list of [this.served, this.arrivals, this.refusals]) list.length = 0;
  }

  readonly fetch = async (url: string): Promise<Response> => {
    const travel = this.#options.travel(this.#sent++);
    this.mostRunning = Math.max(this.mostRunning, ++this.#running);
    await this.#time.wait(travel);
    const status = this.#accept(url) ? 200 : 429;
    await this.#time.wait(travel);
    this.#running--;
    const { retryAfter } = this.#options;
    const headers = status === 429 && retryAfter !== undefined ? { 'retry-after': String(retryAfter) } : {};
    return Response.json({ code: status, message: 'Too many requests.' }, { status, headers });
  };

  #accept(url: string): boolean {
    const { capacity, perSecond, closedFor } = this.#options;
    const { now } = this;
    this.#level = Math.max(0, this.#level - ((now - this.#settledAt) * perSecond) / 1000);
    this.#settledAt = now;
    // Sums of fractions: a millionth of a request is none.
    if (this.#level + 1 > capacity + 1e-6 || now < closedFor) {
      this.refusals.push(now);
      return false;
    }
    this.#level++;
    this.served.push(url);
    this.arrivals.push(now);
    return true;
  }
}
