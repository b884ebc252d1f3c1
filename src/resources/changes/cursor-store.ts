/**
 * Stores the position of a feed, so that another process can continue it. A cursor is a short string without personal data.
 */
export interface CursorStore {
  /** Returns the last cursor; `null` or `undefined` at the first start. */
  get(): Promise<string | null | undefined> | string | null | undefined;
  /** Stores the cursor. Called after all earlier events were handled. */
  set(cursor: string): Promise<void> | void;
}

/** A cursor store in memory, for experiments and tests: it is lost when the process ends. */
export function memoryCursor(initial?: string): CursorStore {
  let cursor = initial;
  return {
    get: () => cursor,
    set: (next) => {
      cursor = next;
    },
  };
}
