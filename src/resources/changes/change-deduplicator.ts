/** What a poll asked for and what the next one will. */
export interface PollWindow {
  /** `undefined` at a first start. */
  readonly since: Date | undefined;
  readonly at: Date;
  readonly nextSince: Date;
}

interface Reported<Item> {
  /** The platform's time of the poll that it was last handed out for. */
  at: Date;
  /** The latest report that may tell the same or a further change. */
  held: Item | undefined;
}

/**
 * Hands out what polls report, whose windows overlap and which carry no time. A report is surely new if its poll asked only
 * for what came after the last hand-out; any other may be the same change once more, or a second one. It is held until
 * the window has passed, and then handed out once: so nothing is lost, and no change is handed out more than twice.
 *
 * It remembers what was handed out within one overlap, and forgets the rest.
 */
export class ChangeDeduplicator<Item extends { readonly type: string; toJSON(): unknown }> {
  readonly #reported = new Map<string, Reported<Item>>();

  /**
   * Since when something may have happened that a held report tells of; `undefined` where none is held. What asks again
   * from then on gets it again.
   */
  get heldSince(): Date | undefined {
    const held = [...this.#reported.values()].filter((known) => known.held !== undefined);
    return held.length === 0 ? undefined : new Date(Math.min(...held.map((known) => known.at.getTime())));
  }

  /** What of a poll's reports, and of those held, is to be handed out now. */
  due(reports: readonly Item[], { since, at, nextSince }: PollWindow): readonly Item[] {
    const handedOut: Item[] = [];
    for (const report of reports) {
      const key = JSON.stringify(report);
      const known = this.#reported.get(key);
      if (known === undefined || since === undefined || since > known.at) {
        this.#reported.set(key, { at, held: undefined });
        handedOut.push(report);
      } else if (known.at < at) {
        known.held = report;
      }
    }
    for (const [key, known] of this.#reported) {
      if (nextSince <= known.at) continue;
      if (known.held === undefined) {
        this.#reported.delete(key);
        continue;
      }
      handedOut.push(known.held);
      this.#reported.set(key, { at, held: undefined });
    }
    return handedOut;
  }
}
