const ofUsers =
  'activation merge groups roles relations/items diary/configuration diary/entries/items diary/entries/schemas ' +
  'catalogue/items tools module planning/ics planning/items tasks/items conversations';

const others =
  'c/items p/items aux/client/id aux/professional/id catalogue/items changes export/items export/*/cancel ' +
  'export/*/download export/*/archive configuration/labels/items configuration/apiusers/errorlog/items ' +
  'configuration/carelink/errorlog/items configuration/hl7/errorlog/items configuration/clientaccess/accesslog/items';

/**
 * The documented paths and their beginnings, with `*` for ids. Not single words: an id may equal one, such as the `2` of
 * `/api/2`.
 */
export const documentedPaths: ReadonlySet<string> = new Set(
  [others, ofUsers.replace(/\S+/g, 'c/*/$& p/*/$&')]
    .flatMap((paths) => paths.split(' '))
    .flatMap((path) => `api/2/${path}`.split('/').map((_, depth, parts) => `/${parts.slice(0, depth + 1).join('/')}`)),
);
