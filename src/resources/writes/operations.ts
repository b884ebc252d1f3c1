import type { Operation } from '../../transport/request.js';

/**
 * Every operation, and whether it may be sent again after its response was lost. `RetryPolicy` in
 * `transport/request.ts` explains the policies. A call that was rate-limited (429) or too early (425), refused with a token that
 * was renewed since (401), or certainly never arrived, may always be sent again.
 */
export const operations = withNames({
  /** Every GET. */
  read: safe('it changes nothing'),
  /** `searchClients`. */
  searchClients: safe('it is a POST that changes nothing'),

  /** `update` of a client, `updateClient`, `upsertClient`. */
  updateClient: repeatable('the same fields are set to the same values'),
  /** `update` of a friend. */
  updateFriend: repeatable('the same fields are set to the same values'),
  /** `update` of a professional, `updateProfessional`, `upsertProfessional`. */
  updateProfessional: repeatable('the same fields are set to the same values'),
  /** `setGroups`. */
  setGroups: repeatable('it replaces the whole list'),
  /** `setRoles`. */
  setRoles: repeatable('it replaces whole lists'),
  /** `update` of a diary entry. */
  updateDiaryEntry: repeatable('the same fields are set to the same values'),
  /** `rename`. */
  renameLabel: repeatable('the text is set to the same'),
  /** `delete` of a label. */
  deleteLabel: repeatable('a 404 of the platform on a retry shows that it was applied'),
  /** `delete` of a relation, `syncRelations`. */
  deleteRelation: repeatable('a 404 of the platform on a retry shows that it was applied'),
  /** `addDiaryEntry`, `addEntry`. */
  addDiaryEntry: repeatable('the platform recognises an entry with the same `dt` and fields'),

  /** The same, with an image among the values. */
  addDiaryEntryWithImage: reconcilable(
    'it is not documented whether the platform compares images',
    'Search the diary for an entry with that `dt`.',
  ),
  /** `createClient`, `upsertClient`. */
  createClient: reconcilable(
    'a client cannot be deleted, and an active one gets a welcome mail',
    'Search for the client by its e-mail address, or read it by its external id.',
  ),
  /** `createProfessional`, `upsertProfessional`. */
  createProfessional: reconcilable(
    'a professional cannot be deleted',
    'Read the professional by its external id, or search the list of professionals for its e-mail address.',
  ),
  /** `addRelation`, `syncRelations`. */
  addRelation: reconcilable(
    'a retry is refused if the relation was added, which looks like a failure',
    "Search the client's relations for that professional and predicate.",
  ),
  /** `activate`, `deactivate`, and `upsertClient` with `updateActive`. */
  setActive: reconcilable(
    'it can send a mail, and is refused if the account is already in that state',
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
  mergeClients: once(
    'a merge cannot be undone',
    'Read the client that was to be merged in: after the merge it is gone.',
  ),
  /** `startExport`. */
  startExport: once('each request starts another job', 'Search the exports for a new one with the same options.'),
  /** `cancel`. */
  cancelExport: once(
    'a retry is refused if the export was cancelled, which looks like a failure',
    'Read the export, and check its `state`.',
  ),
  /** `request`, but for GET. */
  request: once('`retryPolicy` was not set', 'Read what it should change.'),
});

type Row = Omit<Operation, 'name'>;

function withNames<Rows extends Record<string, Row>>(rows: Rows): { readonly [Name in keyof Rows]: Operation } {
  const all = Object.entries(rows).map(([name, row]) => [name, Object.freeze({ name, ...row })]);
  return Object.fromEntries(all) as { [Name in keyof Rows]: Operation };
}

function safe(why: string): Row {
  return { retryPolicy: 'safe', why, check: '' };
}

function repeatable(why: string): Row {
  return { retryPolicy: 'repeatable', why, check: '' };
}

function reconcilable(why: string, check: string): Row {
  return { retryPolicy: 'reconcilable', why, check };
}

function once(why: string, check: string): Row {
  return { retryPolicy: 'once', why, check };
}
