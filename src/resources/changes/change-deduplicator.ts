/** The platform's time of a poll, and the beginning of the window of the next one. */
export interface PollTimes {
  readonly at: Date;
  readonly nextSince: Date;
}

interface EmittedChange<Item> {
  /** The platform's time of the poll that it was last emitted for. */
  at: Date;
  /** The latest change that may be the same as the emitted one, or a further one. */
  held: Item | undefined;
}

/**
 * Emits the changes that polls report. The windows of polls overlap, and changes contain no time. So a change that is
 * reported twice within a window may be the same one, or a second one. It is held until the window has passed, and then
 * emitted once. So nothing is lost, and no change is emitted more than twice.
 *
 * Keys of emitted changes are kept for one overlap only: after that, a change is certainly new.
 */
export class ChangeDeduplicator<Item extends { readonly type: string; toJSON(): unknown }> {
  readonly #emitted = new Map<string, EmittedChange<Item>>();

  /**
   * Earliest time of a held change; `undefined` if none is held. A poll since that time reports all held changes again.
   */
  get heldSince(): Date | undefined {
    const held = [...this.#emitted.values()].filter((known) => known.held !== undefined);
    return held.length === 0 ? undefined : new Date(Math.min(...held.map((known) => known.at.getTime())));
  }

  /** Returns the changes to emit now: of this poll, and of those held. */
  due(changes: readonly Item[], { at, nextSince }: PollTimes): readonly Item[] {
    const emitted: Item[] = [];
    for (const change of changes) {
      const key = JSON.stringify(change);
      const known = this.#emitted.get(key);
      if (known === undefined) {
        this.#emitted.set(key, { at, held: undefined });
        emitted.push(change);
      } else if (known.at < at) {
        known.held = change;
      }
    }
    for (const [key, known] of this.#emitted) {
      if (nextSince <= known.at) continue;
      if (known.held === undefined) {
        this.#emitted.delete(key);
        continue;
      }
      emitted.push(known.held);
      this.#emitted.set(key, { at, held: undefined });
    }
    return emitted;
  }
}
