import { notLoaded } from '../errors/not-loaded.js';

// Lazy modules of every kind of resource. Each is loaded before its first request.

export const loadFollow = () => import('./follow.js').catch(notLoaded('links without a method'));

export const loadItemWork = () => import('./lists/item-work.js').catch(notLoaded('work on lists'));
