import type { Operation } from '../transport/request.js';
import { diaryOperations } from './diary/diary-operations.js';
import { exportOperations } from './exports/export-operations.js';
import { rawOperations } from './raw-operations.js';
import { toolOperations } from './tool-operations.js';
import { operations } from './writes/operations.js';

const sent = { ...operations, ...diaryOperations, ...exportOperations, ...rawOperations, ...toolOperations };

const sameValues = 'the same fields are set to the same values';
const shownByNotFound = 'a 404 of the platform on a retry shows that it was applied';

/** The order of the table, with the reasons that no message shows. */
const reasons: Readonly<Record<keyof typeof sent, string>> = {
  read: 'it changes nothing',
  searchClients: 'it is a POST that changes nothing',

  updateClient: sameValues,
  updateFriend: sameValues,
  updateProfessional: sameValues,
  setGroups: 'it replaces the whole list',
  setRoles: 'it replaces whole lists',
  updateDiaryEntry: sameValues,
  renameLabel: 'the text is set to the same',
  deleteLabel: shownByNotFound,
  deleteRelation: shownByNotFound,
  addDiaryEntry: 'the platform recognises an entry with the same `dt` and fields',

  addDiaryEntryWithImage: sent.addDiaryEntryWithImage.why,
  createClient: sent.createClient.why,
  createProfessional: sent.createProfessional.why,
  addRelation: sent.addRelation.why,
  setActive: sent.setActive.why,

  createLabel: sent.createLabel.why,
  addTool: sent.addTool.why,
  mergeClients: sent.mergeClients.why,
  startExport: sent.startExport.why,
  cancelExport: sent.cancelExport.why,
  request: sent.request.why,
};

const rows = Object.entries(reasons).map(([name, why]) => {
  return [name, Object.freeze({ ...sent[name as keyof typeof sent], why })] as const;
});

/**
 * Every operation, and whether it may be sent again after its response was lost. `RetryPolicy` in
 * `transport/request.ts` explains the policies. A call that was rate-limited (429) or too early (425), refused with a token that
 * was renewed since (401), or certainly never arrived, may always be sent again.
 */
const operationTable = Object.fromEntries(rows) as { readonly [Name in keyof typeof sent]: Operation };

export { operationTable as operations };
