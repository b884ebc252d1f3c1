/**
 * The documented endpoints that no documented link leads to. A link of the application root by one of these names wins, so
 * that a platform which offers one is followed; the path, relative to the base URL, is for those that do not. The names
 * follow the root's own: `configuration.labels.items` is `configuration/labels/items`.
 */
export const documentedEndpoints = {
  clients: { names: ['clients.items', 'c.items'], path: 'c/items' },
  newClient: { names: ['clients', 'c'], path: 'c' },
  professionals: { names: ['professionals.items', 'p.items'], path: 'p/items' },
  newProfessional: { names: ['professionals', 'p'], path: 'p' },
  newExport: { names: ['export', 'exports'], path: 'export' },
  exports: { names: ['export.items', 'exports.items'], path: 'export/items' },
  apiErrors: { names: ['configuration.apiusers.errorlog.items'], path: 'configuration/apiusers/errorlog/items' },
  carelinkErrors: { names: ['configuration.carelink.errorlog.items'], path: 'configuration/carelink/errorlog/items' },
  hl7Errors: { names: ['configuration.hl7.errorlog.items'], path: 'configuration/hl7/errorlog/items' },
  clientAccessLog: {
    names: ['configuration.clientaccess.accesslog.items'],
    path: 'configuration/clientaccess/accesslog/items',
  },
  label: { names: [], path: 'configuration/labels/' },
  clientById: { names: [], path: 'aux/client/id/' },
  professionalById: { names: [], path: 'aux/professional/id/' },
} as const satisfies Record<string, { names: readonly string[]; path: string }>;

export type DocumentedEndpoint = keyof typeof documentedEndpoints;
