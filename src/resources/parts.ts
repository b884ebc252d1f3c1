import { part } from '../hypermedia/part.js';

// What few programs need is loaded when it is first used, so that a page that connects and reads loads little. Parts that
// others use, or that know who uses these, are in `reconciling.ts` and `changes.ts`: nothing goes in a circle.

export const administrationPart = part('administration', () => import('./administration-part.js'));

export const diaryPart = part('diaries', () => import('./diary-part.js'));

export const filesPart = part('exports and files', () => import('./files-part.js'));
