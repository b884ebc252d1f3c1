import type { Jobs } from './jobs.ts';

export const titles: Readonly<Record<keyof Jobs, string>> = {
  readOne: 'read a client by external id',
  changeOne: 'read it, change one field, show what it is now',
  readDiary: 'read its diary entries with their schemas',
  setRelations: 'make its relations 5 wanted ones: 3 are there, and one too many',
  upsertMany: 'create or update 20 clients: 10 are there, 3 of them different',
  syncUnchanged: 'synchronise 10,000 clients, none of them different',
  syncChanged: 'synchronise 10,000 clients, 300 of them different',
  syncRelated: 'synchronise 500 clients with labels and relations, none differs',
  deactivateLeft: 'deactivate the 20 of 500 clients that left, without mail',
  setLabels: 'give a client two labels by their texts, one of them new',
  readAllTasks: 'read 250 clients and the titles of their tasks',
  readConversations: 'read the conversations of 500 users, as the changes list them',
  readShortPages: 'the same if `shortPageEnds` is set for this platform',
  runExport: 'start an export that takes a minute, wait, read its rows',
  followChanges: 'follow changes for an hour, a poll a minute, for 3 users',
  catchUpTasks: 'catch up once with the tasks of 3 users',
  catchUpConversations: 'catch up once with the conversations of 3 users',
  resumeExport: 'start an export of a minute, be ended after 20 s, continue it',
};

/** More than these is a fault of ours. */
export const fewest: Readonly<Record<keyof Jobs, number>> = {
  readOne: 2,
  changeOne: 3,
  readDiary: 3,
  setRelations: 6,
  upsertMany: 34,
  syncUnchanged: 103,
  syncChanged: 403,
  syncRelated: 1008,
  deactivateLeft: 47,
  setLabels: 7,
  readAllTasks: 504,
  readConversations: 1002,
  readShortPages: 502,
  runExport: 12,
  followChanges: 64,
  catchUpTasks: 5,
  catchUpConversations: 8,
  resumeExport: 19,
};
