/** Chance that is the same in every run with one seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  one<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
    return choices[Math.floor(this.roll() * choices.length)] ?? choices[0];
  }
}

/** Runs all tasks, so many at a time. */
export async function inLanes(tasks: Iterable<() => Promise<unknown>>, lanes: number): Promise<void> {
  const waiting = tasks[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await next.value();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
