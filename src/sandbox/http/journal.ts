import { startOf } from '../world/history.js';

/** One request as the sandbox saw it. No bodies, no tokens. */
export interface JournalEntry {
  /** In capitals. */
  readonly method: string;
  /** Below the base URL, without query, still percent-encoded: `/c/items`. */
  readonly path: string;
  /** With the question mark; empty when there is none. */
  readonly query: string;
  /** By the sandbox clock. */
  readonly at: Date;
  /** `null` while it is being answered, and for good when it was dropped. */
  status: number | null;
  /** Key of the user the token stands for; `null` without a valid token. */
  user: string | null;
  /** Attributes that were sent and had no effect (TRAP-41): unknown, read-only or not enabled ones. */
  ignored: readonly string[];
}

const maxNames = 100;
const maxNameLength = 200;

/** The first of the names, and the start of each: what a caller sends must not grow the journal without bound. */
export function shortNames(names: readonly string[]): string[] {
  return names.slice(0, maxNames).map((name) => startOf(name, maxNameLength));
}
