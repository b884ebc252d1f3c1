import type { Problem } from './failure.js';
import type { Client, User } from './user.js';
import type { World } from './world.js';

export interface Merge {
  readonly survivor: Client;
  /** Removed from the world after all stores have moved what they hold of it. */
  readonly duplicate: Client;
}

/** A request that was answered with an error (MSG-9). */
export interface FailedRequest {
  readonly at: Date;
  /** Undefined when the request carried no valid token. */
  readonly user: User | undefined;
  readonly method: string;
  readonly url: string;
  readonly code: number;
  readonly message: string;
  readonly problems: readonly Problem[];
  /** The body as it came in, `null` when there was none. */
  readonly payload: string | null;
}

/** What a store is made of; every hook but `create` is optional. */
export interface StoreHooks<State> {
  create(world: World): State;
  /** Runs once after the people, labels and relations of a new world are there. */
  seed?(state: State, world: World): void;
  /** EPU-19: everything the duplicate has goes to the survivor. */
  merge?(state: State, merge: Merge, world: World): void;
  recordFailure?(state: State, failure: FailedRequest, world: World): void;
}

export interface Store<State> {
  /** The state of this store in `world`. */
  of(world: World): State;
  seed(world: World): void;
  merge(world: World, merge: Merge): void;
  recordFailure(world: World, failure: FailedRequest): void;
}

/** The part of a store that does not depend on what it holds. */
export type AnyStore = Pick<Store<unknown>, 'seed' | 'merge' | 'recordFailure'>;

/** State of one feature, one per world: a reset makes a new world and with it new state. */
export function defineStore<State>(hooks: StoreHooks<State>): Store<State> {
  const states = new WeakMap<World, State>();
  const of = (world: World): State => {
    const known = states.get(world);
    if (known !== undefined) return known;
    const state = hooks.create(world);
    states.set(world, state);
    return state;
  };
  return {
    of,
    seed: (world) => hooks.seed?.(of(world), world),
    merge: (world, merge) => hooks.merge?.(of(world), merge, world),
    recordFailure: (world, failure) => hooks.recordFailure?.(of(world), failure, world),
  };
}
