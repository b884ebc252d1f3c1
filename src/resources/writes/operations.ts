import type { Operation } from '../../transport/request.js';

type Row = Omit<Operation, 'name'>;

// No message says why these may be sent again: `operation-table.ts` does.
const safe: Row = { retryPolicy: 'safe', why: '', check: '' };
const repeatable: Row = { ...safe, retryPolicy: 'repeatable' };

/** Every operation. This table alone says which may be sent again after a lost response. */
export const operations = withNames({
  /** Every GET. */
  read: safe,
  /** `searchClients`. */
  searchClients: safe,

  /** `update` of a client, `updateClient`, `upsertClient`. */
  updateClient: repeatable,
  /** `update` of a friend. */
  updateFriend: repeatable,
  /** `update` of a professional, `updateProfessional`, `upsertProfessional`. */
  updateProfessional: repeatable,
  /** `setGroups`. */
  setGroups: repeatable,
  /** `setRoles`. */
  setRoles: repeatable,
  /** `update` of a diary entry. */
  updateDiaryEntry: repeatable,
  /** `rename`. */
  renameLabel: repeatable,
  /** `delete` of a label. */
  deleteLabel: repeatable,
  /** `delete` of a relation, `syncRelations`. */
  deleteRelation: repeatable,
  /** `addDiaryEntry`, `addEntry`. */
  addDiaryEntry: repeatable,

  /** The same, with an image among the values. */
  addDiaryEntryWithImage: reconcilable(
    'it is not documented whether the platform compares images',
    'Search the diary for an entry with that `dt`.',
  ),
  /** `createClient`, `upsertClient`. */
  createClient: reconcilable(
    'a client cannot be deleted',
    'Search the clients for that e-mail address or external id.',
  ),
  /** `createProfessional`, `upsertProfessional`. */
  createProfessional: reconcilable(
    'a professional cannot be deleted',
    'Search the professionals for that e-mail address or external id.',
  ),
  /** `addRelation`, `syncRelations`. */
  addRelation: reconcilable(
    'a retry is refused if the first attempt was applied',
    "Search the client's relations for that professional and predicate.",
  ),
  /** `activate`, `deactivate`, and `upsertClient` with `updateActive`. */
  setActive: reconcilable(
    'a retry is refused if the first attempt was applied, and it can send a mail',
    'Read the account, and check its `active` and `modifiedAt`.',
  ),

  /** `createLabel`, `ensureLabel`. */
  createLabel: once('two labels may have the same text', 'Look among the labels for that text.'),
  /** `addTool`. */
  addTool: once(
    'it can send a mail, and the same content may be added twice',
    "Tools cannot be listed: search the user's tasks, or the web application, for that content.",
  ),
  /** `mergeIn`. */
  mergeClients: once('a merge cannot be undone', 'Read the other client: after the merge it is gone.'),
  /** `startExport`. */
  startExport: once('each request starts another job', 'Search the exports for a new one with the same options.'),
  /** `cancel`. */
  cancelExport: once('a retry is refused if the first attempt was applied', 'Read the export, and check its `state`.'),
  /** `request`, but for GET. */
  request: once('`retryPolicy` does not allow it', 'Read what it should change.'),
});

function withNames<Rows extends Record<string, Row>>(rows: Rows): { readonly [Name in keyof Rows]: Operation } {
  const all = Object.entries(rows).map(([name, row]) => [name, { name, ...row }]);
  return Object.fromEntries(all) as { [Name in keyof Rows]: Operation };
}

function reconcilable(why: string, check: string): Row {
  return { retryPolicy: 'reconcilable', why, check };
}

function once(why: string, check: string): Row {
  return { retryPolicy: 'once', why, check };
}
