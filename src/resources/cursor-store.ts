/**
 * Where a feed keeps how far it got, so that another process can take it up again. A cursor is a short text that holds
 * nothing of anybody.
 */
export interface CursorStore {
  get(): Promise<string | null | undefined> | string | null | undefined;
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
