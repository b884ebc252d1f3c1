/** The limits of the platform. The option `limits: false` switches all of them off. */
export interface Limits {
  /** Requests per second for each remote address. Default 30. */
  requestsPerSecond: number;
  /** How many requests the bucket holds. Default 30. */
  burst: number;
  /** Open connections per remote address. Only `listen` counts them. Default 20. */
  connections: number;
  /** Requests per second over all addresses. Default `null`: not limited. */
  totalPerSecond: number | null;
}

export const defaultLimits: Limits = { requestsPerSecond: 30, burst: 30, connections: 20, totalPerSecond: null };

interface Bucket {
  level: number;
  at: number;
}

// The level adds up fractions. Without this tolerance a request exactly 1/rate seconds later could be refused.
const rounding = 1e-6;

/**
 * Leaky buckets, one per remote address, on a monotonic clock. The sandbox clock is for data only and may stand still.
 */
export class RateLimit {
  readonly #limits: Limits | false;
  readonly #buckets = new Map<string, Bucket>();
  #total: Bucket = { level: 0, at: 0 };

  constructor(limits: Limits | false) {
    this.#limits = limits;
  }

  /** Takes one place. Returns false if the bucket is full, and then takes none. */
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
