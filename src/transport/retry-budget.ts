/** Enough for a short outage under full load, and few for a server that stays sick. */
const capacity = 100;

/**
 * How many repeats a connection may still spend on failures. Each costs one and each good exchange earns one, so a
 * platform that answers half of the time is still asked again, and one that fails altogether soon gets single attempts
 * only. Refusals (429) cost nothing: the throttle paces those.
 */
export class RetryBudget {
  #left = capacity;

  /** The platform works: it gave an answer, be it a refusal. */
  earn(): void {
    if (this.#left < capacity) this.#left++;
  }

  /** `false` where nothing is left. */
  spend(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}
