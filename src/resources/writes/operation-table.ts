import type { Operation } from '../../transport/request.js';
import { operations as sent } from './operations.js';

const sameValues = 'the same fields are set to the same values';
const shownByNotFound = 'a 404 of the platform on a retry shows that it was applied';

/** Why an operation may be sent again. No message says it, so it is not in the first load. */
const reasons: Partial<Record<keyof typeof sent, string>> = {
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
};

const rows = Object.values(sent).map((operation) => {
  const { name, why } = operation;
  return [name, Object.freeze({ ...operation, why: why || reasons[name as keyof typeof sent] })] as const;
});

/**
 * The public table: `operations.ts` with all reasons. Every operation, and whether it may be sent again after its response was lost. `RetryPolicy` in
 * `transport/request.ts` explains the policies. A call that was rate-limited (429) or too early (425), refused with a token that
 * was renewed since (401), or certainly never arrived, may always be sent again.
 */
const operationTable = Object.fromEntries(rows) as { readonly [Name in keyof typeof sent]: Operation };

export { operationTable as operations };
