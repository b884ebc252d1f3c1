import { defineStore } from '../world/store.js';
import type { Client, Friend, Professional } from '../world/user.js';
import type { World } from '../world/world.js';

export type ChangeType = 'tasks' | 'conversations';

/** Users that can have tasks or conversations. */
export type ChangeSubject = Client | Friend | Professional;

/** Older changes are not reported. */
const reportedFor = 24 * 60 * 60 * 1000;

/** Keeps which users changed, not what happened: one time for each user and type, so a user appears at most once. */
export class Changes {
  readonly #world: World;
  readonly #last: Readonly<Record<ChangeType, Map<ChangeSubject, number>>>;

  constructor(world: World) {
    this.#world = world;
    this.#last = world.memory.part('changes', () => ({ tasks: new Map(), conversations: new Map() }));
  }

  record(type: ChangeType, user: ChangeSubject): void {
    // Removed first, so the order is that of the latest changes.
    this.#last[type].delete(user);
    this.#last[type].set(user, this.#world.clock.now().getTime());
  }

  /** Callers can send whole seconds only, so they may have missed a change in the second of `since`. */
  since(type: ChangeType, since: Date): ChangeSubject[] {
    const from = Math.max(since.getTime(), this.#world.clock.now().getTime() - reportedFor);
    return [...this.#last[type]].filter(([, at]) => at >= from).map(([user]) => user);
  }

  forget(user: ChangeSubject): void {
    for (const users of Object.values(this.#last)) users.delete(user);
  }
}

export const changeStore = defineStore<Changes>({
  create: (world) => new Changes(world),
  // The duplicate has no URL any more to which a change could point.
  merge: (changes, { duplicate }) => changes.forget(duplicate),
});
