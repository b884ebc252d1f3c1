import { part } from '../hypermedia/part.js';

export const changesPart = part('changes', () => import('./changes-part.js'));
