import type { FeedWorld } from './feed-world.js';

/** Numbers from 0 to below 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A change of somebody's tasks, and when it was, by the platform's clock. */
export interface Happened {
  readonly user: string;
  readonly at: number;
}

/** What goes on at the platform: tasks come to one or to several people, are done or deleted. */
export class BusyDay {
  readonly changes: Happened[] = [];
  readonly #world: FeedWorld;
  readonly #random: () => number;
  readonly #pending = new Map<string, readonly string[]>();

  constructor(world: FeedWorld, random: () => number) {
    this.#world = world;
    this.#random = random;
  }

  happen(): void {
    const { control } = this.#world.sandbox;
    const kind = this.#random();
    if (kind < 0.45) {
      const user = this.#one(this.#world.people);
      this.#came(control.assignTask(user), [user]);
    } else if (kind < 0.55) {
      const users = [this.#one(this.#world.people), this.#one(this.#world.people)];
      this.#came(control.assignGroupTask(users), users);
    } else if (this.#pending.size > 0) {
      const key = this.#one([...this.#pending.keys()]);
      if (kind < 0.8) control.completeTask(key);
      else control.deleteTask(key);
      this.#changed(this.#pending.get(key) ?? []);
      this.#pending.delete(key);
    }
  }

  #came(key: string, users: readonly string[]): void {
    this.#pending.set(key, users);
    this.#changed(users);
  }

  #changed(users: readonly string[]): void {
    const at = this.#world.sandbox.clock.now().getTime();
    for (const user of users) this.changes.push({ user, at });
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}
