/**
 * The documented endpoints that no documented link leads to, each by its path relative to the base URL. If the application root
 * offers a link to one, it wins. Its name is the path with dots, as the root's own `configuration.labels.items` is
 * `configuration/labels/items`, or the alias.
 */
export const documentedEndpoints = {
  clients: { path: 'c/items', alias: 'clients.items' },
  newClient: { path: 'c', alias: 'clients' },
  professionals: { path: 'p/items', alias: 'professionals.items' },
  newProfessional: { path: 'p', alias: 'professionals' },
  newExport: { path: 'export', alias: 'exports' },
  exports: { path: 'export/items', alias: 'exports.items' },
  apiErrors: { path: 'configuration/apiusers/errorlog/items' },
  carelinkErrors: { path: 'configuration/carelink/errorlog/items' },
  hl7Errors: { path: 'configuration/hl7/errorlog/items' },
  clientAccessLog: { path: 'configuration/clientaccess/accesslog/items' },
  label: { path: 'configuration/labels/' },
  clientById: { path: 'aux/client/id/' },
  professionalById: { path: 'aux/professional/id/' },
} as const satisfies Record<string, { path: string; alias?: string }>;

export type DocumentedEndpoint = keyof typeof documentedEndpoints;
