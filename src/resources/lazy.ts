import { notLoaded } from '../errors/not-loaded.js';

// Lazy modules: few programs need them, so each is loaded on first use. Clients, professionals, relations, labels and the
// verification of writes are not lazy: once a write was sent, no module can be missing. Jobs that read before they write are
// lazy, since each is loaded before its first request.

export const loadChanges = () => import('./changes/feeds.js').catch(notLoaded('changes'));

export const loadDiary = () => import('./diary/diary.js').catch(notLoaded('diaries'));

export const loadExports = () => import('./exports/exports.js').catch(notLoaded('exports'));

export const loadFiles = () => import('./exports/open-file.js').catch(notLoaded('files'));

export const loadLogs = () => import('./log-record.js').catch(notLoaded('logs'));

export const loadRawRequest = () => import('./raw-request.js').catch(notLoaded('raw requests'));

export const loadRestore = () => import('./restore.js').catch(notLoaded('restored resources'));

export const loadTool = () => import('./tool.js').catch(notLoaded('tools'));

export const loadUpsert = () => import('./users/upsert.js').catch(notLoaded('upserts'));

export const loadSyncUsers = () => import('./users/sync-users.js').catch(notLoaded('synchronised users'));

export const loadRelationsSync = () => import('./users/relations-sync.js').catch(notLoaded('synchronised relations'));

export const loadLabelWrites = () => import('./label-writes.js').catch(notLoaded('labels'));
