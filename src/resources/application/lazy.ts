import { notLoaded } from '../../errors/not-loaded.js';

// The lazy modules of the application. They may import `Client`, which `resources/lazy.ts` cannot let them: `Client` imports it.

export const loadChanges = () => import('../changes/feeds.js').catch(notLoaded('changes'));

export const loadExports = () => import('../exports/exports.js').catch(notLoaded('exports'));

export const loadLogs = () => import('../log-record.js').catch(notLoaded('logs'));

export const loadEntryWork = () => import('./entry-work.js').catch(notLoaded('files, `request` and `restore`'));

export const loadUserWrites = () => import('../users/user-writes.js').catch(notLoaded('upserts'));
