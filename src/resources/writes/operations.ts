import type { Operation, RetryPolicy } from '../../transport/request.js';

/**
 * Every operation, and whether it may be sent again after its response was lost. `RetryPolicy` in
 * `transport/request.ts` explains the policies. A call that was rate-limited (429), refused with a token that was renewed since
 * (401), or certainly never arrived, may always be sent again.
 */
export const operations = {
  /** Every GET. */
  read: safe('read', 'it changes nothing'),
  /** `searchClients`. */
  searchClients: safe('searchClients', 'it is a POST that changes nothing'),

  /** `update` of a client, `updateClient`, `upsertClient`. */
  updateClient: repeatable('updateClient', 'the same fields are set to the same values'),
  /** `update` of a friend. */
  updateFriend: repeatable('updateFriend', 'the same fields are set to the same values'),
  /** `update` of a professional, `updateProfessional`, `upsertProfessional`. */
  updateProfessional: repeatable('updateProfessional', 'the same fields are set to the same values'),
  /** `setGroups`. */
  setGroups: repeatable('setGroups', 'it replaces the whole list'),
  /** `setRoles`. */
  setRoles: repeatable('setRoles', 'it replaces whole lists'),
  /** `update` of a diary entry. */
  updateDiaryEntry: repeatable('updateDiaryEntry', 'the same fields are set to the same values'),
  /** `rename`. */
  renameLabel: repeatable('renameLabel', 'the text is set to the same'),
  /** `delete` of a label. */
  deleteLabel: repeatable('deleteLabel', 'a 404 on a retry shows that an earlier attempt was applied'),
  /** `delete` of a relation, `syncRelations`. */
  deleteRelation: repeatable('deleteRelation', 'a 404 on a retry shows that an earlier attempt was applied'),
  /** `addDiaryEntry`, `addEntry`. */
  addDiaryEntry: repeatable('addDiaryEntry', 'the platform recognises an entry with the same `dt` and fields'),

  /** The same, with an image among the values. */
  addDiaryEntryWithImage: reconcilable(
    'addDiaryEntryWithImage',
    'it is not documented whether the platform compares images',
    'Search the diary for an entry with that `dt`.',
  ),
  /** `createClient`, `upsertClient`. */
  createClient: reconcilable(
    'createClient',
    'a client cannot be deleted, and an active one gets a welcome mail',
    'Search for the client by its e-mail address, or read it by its external id.',
  ),
  /** `createProfessional`, `upsertProfessional`. */
  createProfessional: reconcilable(
    'createProfessional',
    'a professional cannot be deleted',
    'Read the professional by its external id, or search the list of professionals for its e-mail address.',
  ),
  /** `addRelation`, `syncRelations`. */
  addRelation: reconcilable(
    'addRelation',
    'a retry is refused if the relation was added, which looks like a failure',
    "Search the client's relations for that professional and predicate.",
  ),
  /** `activate`, `deactivate`, and `upsertClient` with `updateActive`. */
  setActive: reconcilable(
    'setActive',
    'it can send a mail, and is refused if the account is already in that state',
    'Read the account, and check its `active` and `modifiedAt`.',
  ),

  /** `createLabel`, `ensureLabel`. */
  createLabel: once('createLabel', 'two labels may have the same text', 'Look among the labels for that text.'),
  /** `addTool`. */
  addTool: once(
    'addTool',
    'it can send a mail, and the same content may be added twice',
    "Tools cannot be listed: search the user's tasks, or the web application, for that content.",
  ),
  /** `mergeIn`. */
  mergeClients: once(
    'mergeClients',
    'a merge cannot be undone',
    'Read the client that was to be merged in: after the merge it is gone.',
  ),
  /** `startExport`. */
  startExport: once(
    'startExport',
    'each request starts another job',
    'Search the exports for a new one with the same options.',
  ),
  /** `cancel`. */
  cancelExport: once(
    'cancelExport',
    'a retry is refused if the export was cancelled, which looks like a failure',
    'Read the export, and check its `state`.',
  ),
  /** `request`, but for GET. */
  request: once('request', '`retryPolicy` was not set', 'Read what it should change.'),
} as const satisfies Record<string, Operation>;

function safe(name: string, why: string): Operation {
  return row(name, 'safe', why, '');
}

function repeatable(name: string, why: string): Operation {
  return row(name, 'repeatable', why, '');
}

function reconcilable(name: string, why: string, check: string): Operation {
  return row(name, 'reconcilable', why, check);
}

function once(name: string, why: string, check: string): Operation {
  return row(name, 'once', why, check);
}

function row(name: string, retryPolicy: RetryPolicy, why: string, check: string): Operation {
  return Object.freeze({ name, retryPolicy, why, check });
}
