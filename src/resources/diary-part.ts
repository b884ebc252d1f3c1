// Diaries: what is loaded when the first one is asked for.
import { Diary } from './diary.js';
import { DiaryEntry } from './diary-entry.js';

export { DiaryConfiguration } from './diary-schemas.js';
export { addedEntry } from './new-diary-entry.js';
export { Diary, DiaryEntry };

export const kinds = [Diary, DiaryEntry];
