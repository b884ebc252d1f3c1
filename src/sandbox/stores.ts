import type { Store } from './world/store.js';

/** The part of a store that does not depend on what it holds. */
export type AnyStore = Pick<Store<unknown>, 'seed' | 'merged' | 'failed'>;

/** Every store of the sandbox, in the order they are seeded. */
export const stores: readonly AnyStore[] = [];
