import type { Problem } from './failure.js';
import type { Client, User } from './user.js';
import type { World } from './world.js';

export interface Merge {
  readonly survivor: Client;
  /** Removed from the world after all stores have moved its data. */
  readonly duplicate: Client;
}

/** A request that failed, for the error log. */
export interface FailedRequest {
  readonly at: Date;
  /** Undefined if the request carried no valid token. */
  readonly user: User | undefined;
  readonly method: string;
  readonly url: string;
  readonly code: number;
  readonly message: string;
  readonly problems: readonly Problem[];
  /** The body as it arrived, `null` if there was none. */
  readonly payload: string | null;
}

/** The hooks of a store. All but `create` are optional. */
export interface StoreHooks<State> {
  create(world: World): State;
  /** Runs once, after the people, labels and relations of a new world exist. */
  seed?(state: State, world: World): void;
  /** Moves everything that the duplicate has to the survivor. */
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

/** The part of a store that does not depend on its state. */
export type AnyStore = Pick<Store<unknown>, 'seed' | 'merge' | 'recordFailure'>;

/** Defines the state of one feature, one for each world. A reset makes a new world, and with it new state. */
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
