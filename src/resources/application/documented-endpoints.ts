/**
 * The documented endpoints without a documented link, each by its path relative to the base URL. A link of the application
 * root is preferred, if it has that name: the alias, or the path with dots. The root's own links are named like that:
 * `configuration.labels.items` leads to `configuration/labels/items`.
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

/** An id is appended to the path of such an endpoint. */
export type EndpointById = 'label' | 'clientById' | 'professionalById';

export type LinkedEndpoint = Exclude<keyof typeof documentedEndpoints, EndpointById>;
