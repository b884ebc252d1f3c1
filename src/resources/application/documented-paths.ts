import { documentedEndpoints } from './documented-endpoints.js';

const ofUsers =
  'activation merge groups roles relations/items diary/configuration diary/entries/items diary/entries/schemas ' +
  'catalogue/items tools module planning/ics planning/items tasks/items conversations';

const others = 'catalogue/items changes configuration/labels/items export/*/cancel export/*/download export/*/archive';

/**
 * The documented paths and their beginnings, with `*` for ids. Not single words: an id may equal one, such as the `2` of
 * `/api/2`.
 */
export const documentedPaths: ReadonlySet<string> = new Set(
  [others, ofUsers.replace(/\S+/g, 'c/*/$& p/*/$&')]
    .flatMap((paths) => paths.split(' '))
    .concat(Object.values(documentedEndpoints).map(({ path }) => path))
    .flatMap((path) => `api/2/${path}`.split('/').map((_, depth, parts) => `/${parts.slice(0, depth + 1).join('/')}`)),
);
