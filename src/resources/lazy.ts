import { notLoaded } from '../errors/not-loaded.js';

// Lazy modules: few programs need them, so each is loaded on first use. `application/lazy.ts` has those that only the
// application loads. Clients, professionals, relations and the verification of writes are not lazy: once a write was sent, no
// module can be missing. Jobs that read before they write are lazy, since each is loaded before its first request.

export const loadDiary = () => import('./diary/diary.js').catch(notLoaded('diaries'));

export const loadTool = () => import('./tool.js').catch(notLoaded('tools'));

export const loadSynchronisation = () => import('./synchronisation.js').catch(notLoaded('labels and relations'));
