const ofUsers =
  'activation merge groups roles relations relations/items diary diary/configuration diary/entries diary/entries/items ' +
  'diary/entries/schemas catalogue catalogue/items tools module planning planning/ics planning/items tasks tasks/items ' +
  'conversations';

const others =
  'c c/items p p/items aux aux/client aux/client/id aux/professional aux/professional/id catalogue catalogue/items changes ' +
  'export export/items export/*/cancel export/*/download export/*/archive configuration configuration/labels ' +
  'configuration/labels/items configuration/apiusers configuration/apiusers/errorlog configuration/apiusers/errorlog/items ' +
  'configuration/carelink configuration/carelink/errorlog configuration/carelink/errorlog/items configuration/hl7 ' +
  'configuration/hl7/errorlog configuration/hl7/errorlog/items configuration/clientaccess ' +
  'configuration/clientaccess/accesslog configuration/clientaccess/accesslog/items';

/**
 * The documented paths that end in a fixed word, with `*` for ids. Not single words: an id may equal one, such as the `2` of
 * `/api/2`.
 */
export const documentedPaths: ReadonlySet<string> = new Set([
  ...['/api', '/api/2'],
  ...others.split(' ').map((path) => `/api/2/${path}`),
  ...['c', 'p'].flatMap((kind) => ofUsers.split(' ').map((path) => `/api/2/${kind}/*/${path}`)),
]);
