import { defineStore } from '../world/store.js';
import type { Client, Friend, Professional } from '../world/user.js';
import type { World } from '../world/world.js';

export type ChangeType = 'tasks' | 'conversations';

/** Whoever can have tasks or conversations. */
export type Affected = Client | Friend | Professional;

/** CHG-4: what is older is not reported. */
const reportedFor = 24 * 60 * 60 * 1000;

/**
 * Which users changed, not what happened (CHG-1): one moment per user and type is all that is kept, so that a user can
 * appear only once (CHG-2, CHG-3).
 */
export class Changes {
  readonly #world: World;
  readonly #last: Readonly<Record<ChangeType, Map<Affected, number>>> = { tasks: new Map(), conversations: new Map() };

  constructor(world: World) {
    this.#world = world;
  }

  record(type: ChangeType, user: Affected): void {
    // Taken out first: the order of the answer is that of the latest change.
    this.#last[type].delete(user);
    this.#last[type].set(user, this.#world.clock.now().getTime());
  }

  /** Whole seconds are all a caller can send, so a change in the second of `since` is one it may have missed. */
  since(type: ChangeType, since: Date): Affected[] {
    const from = Math.max(since.getTime(), this.#world.clock.now().getTime() - reportedFor);
    return [...this.#last[type]].filter(([, at]) => at >= from).map(([user]) => user);
  }

  forget(user: Affected): void {
    for (const users of Object.values(this.#last)) users.delete(user);
  }
}

export const changeStore = defineStore<Changes>({
  create: (world) => new Changes(world),
  // EPU-19: the duplicate has no URL any more that a change could point to.
  merge: (changes, { duplicate }) => changes.forget(duplicate),
});
