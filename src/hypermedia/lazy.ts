import { notLoaded } from '../errors/not-loaded.js';

/** Following links without a method is a lazy module. It is loaded before its first request. */
export const loadFollow = () => import('./follow.js').catch(notLoaded('links without a method'));
