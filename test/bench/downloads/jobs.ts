/** A finished export, and a small one like it to warm up with. */
export interface Pair {
  readonly small: string;
  readonly large: string;
}

export interface Jobs {
  readonly baseUrl: string;
  readonly token: string;
  readonly file: Pair;
  readonly csv: Pair;
  readonly json: Pair;
}

export type Way = 'fetch' | 'save' | 'csv' | 'json';

/** MiB; at its highest. */
export interface Growth {
  /** Over the process after the small job: what the size of the large one costs. */
  readonly warm: number;
  /** Over the process before any work: with what Node itself takes on its first download. */
  readonly idle: number;
}

export interface Measured {
  readonly seconds: number;
  /** Seconds of processor time, which a busy machine does not stretch as much. */
  readonly cpu: number;
  /** Bytes or rows. */
  readonly count: number;
  readonly growth: Growth;
}
