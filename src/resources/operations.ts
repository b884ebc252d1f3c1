import type { Operation, RepeatClass } from '../transport/request.js';

/**
 * Every operation, and whether it may be sent again after its answer was lost. Nothing else decides about that; see
 * `RepeatClass` for what the classes mean. A call that was refused for the rate (429), or that surely never arrived, may
 * always be sent again.
 */
export const operations = {
  read: safe('read', 'it changes nothing'),
  searchClients: safe('searchClients', 'it is a POST that changes nothing'),

  updateClient: repeatable('updateClient', 'the same fields are set to the same values'),
  updateFriend: repeatable('updateFriend', 'the same fields are set to the same values'),
  updateProfessional: repeatable('updateProfessional', 'the same fields are set to the same values'),
  setGroups: repeatable('setGroups', 'it replaces the whole list'),
  setRoles: repeatable('setRoles', 'it replaces whole lists'),
  updateDiaryEntry: repeatable('updateDiaryEntry', 'the same fields are set to the same values'),
  renameLabel: repeatable('renameLabel', 'the text is set to the same'),
  deleteLabel: repeatable('deleteLabel', 'a 404 on a repeat says that the first one did it'),
  deleteRelation: repeatable('deleteRelation', 'a 404 on a repeat says that the first one did it'),
  addDiaryEntry: repeatable('addDiaryEntry', 'the platform recognises an entry with the same `dt` and fields'),

  addDiaryEntryWithImage: reconcilable(
    'addDiaryEntryWithImage',
    'it is not documented whether the platform compares images',
    'Look in the diary for an entry with that `dt`.',
  ),
  createClient: reconcilable(
    'createClient',
    'a client cannot be deleted, and is sent a welcome mail where it is active',
    'Search for the client by its e-mail address, or read it by its external id.',
  ),
  createProfessional: reconcilable(
    'createProfessional',
    'a professional cannot be deleted',
    'Read the professional by its external id, or look for its e-mail address in the list of professionals.',
  ),
  addRelation: reconcilable(
    'addRelation',
    'the platform refuses a second one, and does not tell when the first was made',
    "Look in the client's relations for that professional and predicate.",
  ),
  setActive: reconcilable(
    'setActive',
    'it can send a mail, and is refused where the account is in that state already',
    'Read the account and look at its `active` and at when it was modified.',
  ),

  createLabel: once(
    'createLabel',
    'two labels may have the same text',
    'Look among the labels for one with that text.',
  ),
  addTool: once(
    'addTool',
    'it can send a mail, and the same content may be added twice',
    "Tools cannot be listed: look in the user's tasks, or in the application, for that content.",
  ),
  mergeClients: once(
    'mergeClients',
    'a merge cannot be undone',
    'Read the client that was to be merged in: where the merge was done, it is gone.',
  ),
  startExport: once(
    'startExport',
    'each one starts another job',
    'Look among the exports for one with the same options that was created just now.',
  ),
  cancelExport: once('cancelExport', 'a second one is refused', 'Read the export and look at its `state`.'),
  request: once('request', 'it was not said with `repeat` that it may be', 'Read what it was to change.'),
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

function row(name: string, repeat: RepeatClass, why: string, check: string): Operation {
  return Object.freeze({ name, repeat, why, check });
}
