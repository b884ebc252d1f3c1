import type { RepeatClass } from '../transport/request.js';

/**
 * Every operation that is not a plain read, and whether it may be sent again after its answer was lost. Nothing else
 * decides about that; see `RepeatClass` for what the classes mean.
 */
export const operations = {
  /** A POST that reads. */
  searchClients: 'safe',

  updateClient: 'repeatable',
  updateFriend: 'repeatable',
  updateProfessional: 'repeatable',
  /** Replaces the whole list. */
  setGroups: 'repeatable',
  setRoles: 'repeatable',
  updateDiaryEntry: 'repeatable',
  renameLabel: 'repeatable',
  /** A 404 on a repeat says that the first one did it. */
  deleteLabel: 'repeatable',
  deleteRelation: 'repeatable',
  /** The platform recognises an entry with the same `dt` and fields. */
  addDiaryEntry: 'repeatable',

  /** Of an image, it is not documented whether the platform compares it. */
  addDiaryEntryWithImage: 'reconcilable',
  /** Sends a welcome mail where `active` is true. */
  createClient: 'reconcilable',
  createProfessional: 'reconcilable',
  addRelation: 'reconcilable',
  /** Send mails, and are refused where the account is in that state already. */
  setActive: 'reconcilable',

  /** Two labels may have the same text. */
  createLabel: 'once',
  /** Can send a mail. */
  addTool: 'once',
  /** Cannot be undone. */
  mergeClients: 'once',
  startExport: 'once',
  cancelExport: 'once',
} as const satisfies Record<string, RepeatClass>;
