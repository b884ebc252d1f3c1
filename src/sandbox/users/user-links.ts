import type { Call } from '../http/call.js';
import type { Json } from '../http/json.js';
import { seesTherapy } from './access.js';
import type { Client, Features, Friend, Professional } from './user.js';

type LinkRow = readonly [name: string, path: string, feature?: keyof Features | 'therapy'];

// CL-23 and TRAP-19: the 15 names of the document, and `tools` and `conversations` which other passages put there.
const CLIENT_LINKS: readonly LinkRow[] = [
  ['activation', 'c/:userId/activation'],
  ['application', ''],
  ['catalogue.selfhelp.items', 'c/:userId/catalogue/items'],
  ['conversations', 'c/:userId/conversations', 'conversations'],
  ['diary', 'c/:userId/diary', 'diary'],
  ['diary.configuration', 'c/:userId/diary/configuration', 'diary'],
  ['diary.entries', 'c/:userId/diary/entries', 'diary'],
  ['diary.entries.items', 'c/:userId/diary/entries/items', 'diary'],
  ['diary.entries.schemas', 'c/:userId/diary/entries/schemas', 'diary'],
  ['planning', 'c/:userId/planning', 'planning'],
  ['planning.ics', 'c/:userId/planning/ics', 'planning'],
  ['planning.items', 'c/:userId/planning/items', 'planning'],
  ['relations', 'c/:userId/relations'],
  ['relations.items', 'c/:userId/relations/items'],
  ['tasks', 'c/:userId/tasks', 'therapy'],
  ['tasks.items', 'c/:userId/tasks/items', 'therapy'],
  ['tools', 'c/:userId/tools', 'tools'],
];

// FR-9 and FR-10. No diary: neither list has it (TRAP-20).
const FRIEND_LINKS: readonly LinkRow[] = [
  ['application', ''],
  ['catalogue.selfhelp.items', 'c/:userId/catalogue/items'],
  ['planning', 'c/:userId/planning', 'planning'],
  ['planning.ics', 'c/:userId/planning/ics', 'planning'],
  ['planning.items', 'c/:userId/planning/items', 'planning'],
  ['tasks', 'c/:userId/tasks'],
  ['tasks.items', 'c/:userId/tasks/items'],
  ['tools', 'c/:userId/tools', 'tools'],
];
const FRIEND_LINKS_ITSELF: readonly LinkRow[] = [
  ['favorites.items', 'c/:userId/favorites/items'],
  ['logout', 'logout'],
];
const FRIEND_LINKS_API: readonly LinkRow[] = [
  ['account', 'c/:userId/account'],
  ['conversations', 'c/:userId/conversations', 'conversations'],
];

// PR-12.
const PROFESSIONAL_LINKS: readonly LinkRow[] = [
  ['activation', 'p/:userId/activation'],
  ['application', ''],
  ['groups', 'p/:userId/groups'],
  ['logout', 'logout'],
  ['roles', 'p/:userId/roles'],
  ['tasks', 'p/:userId/tasks'],
  ['tasks.items', 'p/:userId/tasks/items'],
];

/**
 * CL-24: a feature switched off takes its links away. So does a viewer who may not see therapeutic information
 * (AUT-12): a link that would only answer 403 helps nobody (ours).
 */
export function clientLinks(call: Call, client: Client): Json {
  const therapy = seesTherapy(call.world, call.viewer, client);
  const rows = CLIENT_LINKS.filter(([, , needs]) => {
    if (needs === undefined) return true;
    return therapy && (needs === 'therapy' || client.features[needs]);
  });
  // TRAP-19: `logout` makes sense for the client itself only.
  if (call.viewer === client) rows.push(['logout', 'logout']);
  return shown(call, client.key, rows);
}

export function friendLinks(call: Call, friend: Friend): Json {
  const own = call.viewer === friend ? FRIEND_LINKS_ITSELF : FRIEND_LINKS_API;
  const rows = [...FRIEND_LINKS, ...own].filter(([, , needs]) => {
    return needs === undefined || needs === 'therapy' || friend.features[needs];
  });
  return shown(call, friend.key, rows);
}

export function professionalLinks(call: Call, professional: Professional): Json {
  return shown(call, professional.key, PROFESSIONAL_LINKS);
}

function shown(call: Call, userId: string, rows: readonly LinkRow[]): Json {
  return rows
    .map(([name, path]) => ({ name, url: call.urls.to(path, { userId }) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
