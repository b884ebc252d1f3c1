import type { Operation } from '../../transport/request.js';

type Row = Omit<Operation, 'name'>;

// No message says why these may be sent again: `resources/operation-table.ts` does.
const safe: Row = { retryPolicy: 'safe', why: '', check: '' };
export const repeatable: Row = { ...safe, retryPolicy: 'repeatable' };

/** The operations of the first load. Those that only a lazy module sends are beside it. */
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
  /** `rename`. */
  renameLabel: repeatable,
  /** `delete` of a label. */
  deleteLabel: repeatable,
  /** `delete` of a relation, `syncRelations`. */
  deleteRelation: repeatable,

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
  /** `mergeIn`. */
  mergeClients: once('a merge cannot be undone', 'Read the other client: after the merge it is gone.'),
});

export function withNames<Rows extends Record<string, Row>>(rows: Rows): { readonly [Name in keyof Rows]: Operation } {
  const all = Object.entries(rows).map(([name, row]) => [name, { name, ...row }]);
  return Object.fromEntries(all) as { [Name in keyof Rows]: Operation };
}

export function reconcilable(why: string, check: string): Row {
  return { retryPolicy: 'reconcilable', why, check };
}

export function once(why: string, check: string): Row {
  return { retryPolicy: 'once', why, check };
}
