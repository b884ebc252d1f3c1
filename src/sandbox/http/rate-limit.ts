/** LIM-4, TRAP-1: the limits of the platform; `false` in the options switches all of them off. */
export interface Limits {
  /** Per remote address. Default 30. */
  requestsPerSecond: number;
  /** How many requests the bucket holds. Default 30. */
  burst: number;
  /** Open connections per remote address, counted by `listen` only. Default 20. */
  connections: number;
  /** TRAP-1: requests per second over all addresses together. Default `null`: not limited. */
  totalPerSecond: number | null;
}

export const defaultLimits: Limits = { requestsPerSecond: 30, burst: 30, connections: 20, totalPerSecond: null };

interface Bucket {
  level: number;
  at: number;
}

// Draining adds up fractions; without it a request exactly 1/rate seconds later could be refused.
const rounding = 1e-6;

/**
 * LIM-5, LIM-6: leaky buckets, one per remote address, on a monotonic clock of their own: the sandbox clock is for the
 * data and may stand still.
 */
export class RateLimit {
  readonly #limits: Limits | false;
  readonly #buckets = new Map<string, Bucket>();
  #total: Bucket = { level: 0, at: 0 };

  constructor(limits: Limits | false) {
    this.#limits = limits;
  }

  /** Takes one place; false when the bucket is full. A refused request takes none. */
  take(address: string, now: number): boolean {
    if (this.#limits === false) return true;
    const { requestsPerSecond, burst, totalPerSecond } = this.#limits;
    const own = levelAt(this.#buckets.get(address) ?? { level: 0, at: now }, requestsPerSecond, now);
    const total = levelAt(this.#total, totalPerSecond ?? 0, now);
    const room = own.level + 1 <= burst + rounding;
    const totalRoom = totalPerSecond === null || total.level + 1 <= totalPerSecond + rounding;
    const taken = room && totalRoom;
    this.#buckets.set(address, taken ? { ...own, level: own.level + 1 } : own);
    if (totalPerSecond !== null) this.#total = taken ? { ...total, level: total.level + 1 } : total;
    return taken;
  }

  clear(): void {
    this.#buckets.clear();
    this.#total = { level: 0, at: 0 };
  }
}

function levelAt(bucket: Bucket, perSecond: number, now: number): Bucket {
  return { level: Math.max(0, bucket.level - ((now - bucket.at) / 1000) * perSecond), at: now };
}
