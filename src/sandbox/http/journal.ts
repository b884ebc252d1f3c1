import { startOf } from '../world/history.js';

/** One request that the sandbox received. Without bodies and tokens. */
export interface JournalEntry {
  /** In capitals. */
  readonly method: string;
  /** Below the base URL, without query, still percent-encoded: `/c/items`. */
  readonly path: string;
  /** With the question mark; empty when there is none. */
  readonly query: string;
  /** By the sandbox clock. */
  readonly at: Date;
  /** `null` until there is a response. It stays `null` if the response was dropped. */
  status: number | null;
  /**
   * Key of the user to whom the token belongs. `null` without a valid token. It is also `null` if a limit or a fault
   * stopped the request before the platform saw it.
   */
  user: string | null;
  /** Attributes that were sent and had no effect: unknown, read-only or disabled ones, also as `filters[0].name`. */
  ignored: readonly string[];
}

const maxNames = 100;
const maxNameLength = 200;

/** The first names, cut to a maximum length: what callers send must not grow the journal without bound. */
export function shortNames(names: readonly string[]): string[] {
  return names.slice(0, maxNames).map((name) => startOf(name, maxNameLength));
}
