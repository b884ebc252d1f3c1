import { documentedEndpoints } from './documented-endpoints.js';

const ofUsers =
  'activation merge groups roles relations/items diary/configuration diary/entries/items diary/entries/schemas ' +
  'catalogue/items tools module planning/ics planning/items tasks/items conversations';

const others = 'catalogue/items changes configuration/labels/items export/*/cancel export/*/download export/*/archive';

/**
 * The documented paths, with `*` for ids, each between a space and a slash. Not single words: an id may equal one, such as the
 * `2` of `/api/2`.
 */
export const documentedPaths = [
  others,
  ofUsers.replace(/\S+/g, 'c/*/$& p/*/$&'),
  ...Object.values(documentedEndpoints).map(({ path }) => path),
]
  .join(' ')
  .replace(/\S+/g, ' /api/2/$&/');
