import type { Call } from '../../http/call/call.js';
import type { Json } from '../../world/json.js';
import type { Client, Friend, Professional } from '../../world/user.js';

type LinkRow = readonly [name: string, path: string];

// The 15 links of the documented list, and `tools` and `conversations` from other passages.
const clientRows: readonly LinkRow[] = [
  ['activation', 'c/:userId/activation'],
  ['application', ''],
  ['catalogue.selfhelp.items', 'c/:userId/catalogue/items'],
  ['conversations', 'c/:userId/conversations'],
  ['diary', 'c/:userId/diary'],
  ['diary.configuration', 'c/:userId/diary/configuration'],
  ['diary.entries', 'c/:userId/diary/entries'],
  ['diary.entries.items', 'c/:userId/diary/entries/items'],
  ['diary.entries.schemas', 'c/:userId/diary/entries/schemas'],
  ['planning', 'c/:userId/planning'],
  ['planning.ics', 'c/:userId/planning/ics'],
  ['planning.items', 'c/:userId/planning/items'],
  ['relations', 'c/:userId/relations'],
  ['relations.items', 'c/:userId/relations/items'],
  ['tasks', 'c/:userId/tasks'],
  ['tasks.items', 'c/:userId/tasks/items'],
  ['tools', 'c/:userId/tools'],
];

// Neither documented list of friends has the diary.
const friendRows: readonly LinkRow[] = [
  ['application', ''],
  ['catalogue.selfhelp.items', 'c/:userId/catalogue/items'],
  ['planning', 'c/:userId/planning'],
  ['planning.ics', 'c/:userId/planning/ics'],
  ['planning.items', 'c/:userId/planning/items'],
  ['tasks', 'c/:userId/tasks'],
  ['tasks.items', 'c/:userId/tasks/items'],
  ['tools', 'c/:userId/tools'],
];
const friendOwnRows: readonly LinkRow[] = [
  ['favorites.items', 'c/:userId/favorites/items'],
  ['logout', 'logout'],
];
const friendApiUserRows: readonly LinkRow[] = [
  ['account', 'c/:userId/account'],
  ['conversations', 'c/:userId/conversations'],
];

const professionalRows: readonly LinkRow[] = [
  ['activation', 'p/:userId/activation'],
  ['application', ''],
  ['groups', 'p/:userId/groups'],
  ['logout', 'logout'],
  ['roles', 'p/:userId/roles'],
  ['tasks', 'p/:userId/tasks'],
  ['tasks.items', 'p/:userId/tasks/items'],
];

export function clientLinks(call: Call, client: Client): Json {
  // Only the client itself can use `logout`.
  return showLinks(call, client.key, call.viewer === client ? [...clientRows, ['logout', 'logout']] : clientRows);
}

export function friendLinks(call: Call, friend: Friend): Json {
  const own = call.viewer === friend ? friendOwnRows : friendApiUserRows;
  return showLinks(call, friend.key, [...friendRows, ...own]);
}

export function professionalLinks(call: Call, professional: Professional): Json {
  return showLinks(call, professional.key, professionalRows);
}

/** A link is left out if it would respond with 403 or 404 to this viewer (undocumented). */
function showLinks(call: Call, userId: string, rows: readonly LinkRow[]): Json {
  return rows
    .filter(([, path]) => call.mayUse(path, { userId }))
    .map(([name, path]) => ({ name, url: call.urls.to(path, { userId }) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
