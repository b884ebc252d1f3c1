export { Diary } from '../resources/diary.js';
export { DiaryEntry, type DiaryEntryData } from '../resources/diary-entry.js';
export { type DiaryEntrySchema, type DiaryResource, DiarySchema, type DiaryValues } from '../resources/diary-schema.js';
