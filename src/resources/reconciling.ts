import { part } from '../hypermedia/part.js';

/** What a write needs that is looked for where its answer is lost. */
export const reconciling = part('writes that are looked for', () => import('./reconcile.js'));
