import { notLoaded } from '../../errors/not-loaded.js';

// The lazy modules of the application. They may import `Client`, which `resources/lazy.ts` cannot let them: `Client` imports it.

export const loadChanges = () => import('../changes/feeds.js').catch(notLoaded('changes'));

export const loadExports = () => import('../exports/exports.js').catch(notLoaded('exports'));

export const loadFiles = () => import('../exports/open-file.js').catch(notLoaded('files'));

export const loadLogs = () => import('../log-record.js').catch(notLoaded('logs'));

export const loadRawRequest = () => import('../raw-request.js').catch(notLoaded('raw requests'));

export const loadRestore = () => import('../restore.js').catch(notLoaded('restored resources'));

export const loadSyncUsers = () => import('../users/sync-users.js').catch(notLoaded('synchronised users'));

export const loadUpsert = () => import('../users/upsert.js').catch(notLoaded('upserts'));
