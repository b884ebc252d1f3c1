/**
 * Where a feed keeps how far it got, so that another process can take it up again. A cursor is a short text that holds
 * nothing of anybody.
 */
export interface CursorStore {
  /** What was written last; nothing at a first start. */
  get(): Promise<string | null | undefined> | string | null | undefined;
  /** Keep it: it is written after what came before it was handled. */
  set(cursor: string): Promise<void> | void;
}

/** A cursor that lasts as long as the process: for trying out, and for tests. */
export function memoryCursor(initial?: string): CursorStore {
  let cursor = initial;
  return {
    get: () => cursor,
    set: (next) => {
      cursor = next;
    },
  };
}
