/** Which Setting-dependent fields the platform configuration enables (VAL-24). Default: all. */
export interface EnabledFields {
  /** Of clients. */
  client: {
    picture: boolean;
    labels: boolean;
    date_of_birth: boolean;
    phone_number: boolean;
    id: boolean;
    bsn: boolean;
  };
  /** Of friends. */
  friend: { picture: boolean };
  /** Of professionals. */
  professional: { picture: boolean; labels: boolean; id: boolean };
}

/** NS-6: the names an export of clients may ask for. */
export interface ExportNames {
  /** Columns. */
  properties: readonly string[];
  /** Names that leave out entries. */
  filters: readonly string[];
  /** Names that change how it is made. */
  parameters: readonly string[];
  /** What can be combined with it, each with the properties it has. */
  combines: Readonly<Record<string, readonly string[]>>;
}

/**
 * What differs between installations of the platform, what a later release may add, and the choices that are ours
 * because the document leaves them open. All can be changed while the sandbox runs; they hold from the next request.
 */
export interface Settings {
  /** CON-5: the prefix of every `@type`. Default `https://care.example/ns`. */
  typeNs: string;
  /** ROOT-2: the name of the application. */
  name: string;
  /** ROOT-3. Default `null`. */
  mode: string | null;
  /** ROOT-4. Default `null`. */
  warning: string | null;
  /** ROOT-2: the web application. Default `null`: the base URL without `/api/2`. */
  webUrl: string | null;
  /** Which fields there are. */
  fields: EnabledFields;
  /** AUX-5: whether `id` must be sent on create. Default: for neither kind. */
  externalIdRequired: { client: boolean; professional: boolean };
  /**
   * NS-14, GAP-1: the answer to PATCH, activation, merge and label deletion, none of which the document shows.
   * Default `204`; the others are a 200 with an empty body and a 200 with the resource.
   */
  patchAnswer: '204' | '200-empty' | '200-body';
  /** DIS-1: whether list items carry `@links`. Default `false`: the document shows them on GET of one resource only. */
  listItemLinks: boolean;
  /** EPU-6: `@paging.total` of `/c/items` and `/export/items`. Default `number`; `null` leaves it out of reach. */
  totals: 'number' | 'null';
  /** NS-29: the most items of one answer. Default `null`: no maximum. `refuse` answers 400, otherwise the list is cut. */
  limitCap: { size: number; refuse: boolean } | null;
  /** REL-6: some organisations do not use `supervises`; `false` refuses it. Default `true`. */
  supervises: boolean;
  /** TRAP-18: more links on the root, name to path below the base, for example `{ 'clients.items': 'c/items' }`. */
  rootLinks: Record<string, string>;
  /** VER-7, VER-8: a later release, which adds an attribute to every resource and a link to every list of links. */
  futureRelease: boolean;
  /** CHG-13, VER-6: mixes objects of a `@type` no document knows into the changes and into `/c/items`. */
  unknownTypes: boolean;
  /** TRAP-43: links that point elsewhere, link name to URL. */
  foreignLinks: Record<string, string>;
  /** Links as paths without origin instead of absolute URLs. Default `false`. */
  relativeUrls: boolean;
  /** TRAP-3: the spelling of the conversations change type. Default `plural`. */
  changeType: 'plural' | 'singular';
  /** CHG-13: a response for one type of changes holds those of the other type too. Default `false`. */
  mixedChangeTypes: boolean;
  /** ROL-2: the prefix of role identifiers. Default `role`. */
  rolePrefix: string;
  /** ICS-5: the zone of the application, an Olson name. Default `Europe/Amsterdam`, so never UTC by chance. */
  zone: string;
  /** GAP-2: refuses a request whose `Accept` does not allow JSON with 400. Default `false`. */
  strictAccept: boolean;
  /** NS-30: the largest request body in bytes that the platform takes, over it 400. Default `null`: none. */
  maxBodyBytes: number | null;
  /**
   * How many planned events one request computes at most (ours). A window that holds more is refused with 400, unless
   * `limit` asks for fewer. Default 10,000.
   */
  maxPlannedEvents: number;
  /** The largest request body in bytes that is read at all, over it 413, with or without a token. Default 32 MiB (ours). */
  maxRequestBytes: number;
  /** How many requests the journal, mails the outbox and records each log keep; the oldest go. Default 10,000. */
  historySize: number;
  /** Time each answer takes, in milliseconds. Default 0. */
  latency: number;
  /** EPE-2: whether the care-integration and its error log exist. Default `true`. */
  carelink: boolean;
  /** EPE-3: whether HL7 and its error log exist. Default `true`. */
  hl7: boolean;
  /**
   * NS-10, GAP-34: how long an export stays `queued` and then `started`, in milliseconds of the sandbox clock. `null`:
   * until `control.stepExport`. They hold for exports begun from then on. Default 500 and 1000.
   */
  exportQueuedFor: number | null;
  /** How long it stays `started`: see `exportQueuedFor`. */
  exportRunsFor: number | null;
  /**
   * NS-6: other names in an export than the sandbox's own, list by list. Default `{}`. A name the sandbox has no data
   * for gives `null` as a property, leaves everyone in as a filter, does nothing as a parameter and has no rows as a
   * combine.
   */
  exportNames: Partial<ExportNames>;
  /** NS-19, TRAP-57: downloads are sent with `Content-Encoding: gzip`. Default `false`. */
  exportGzip: boolean;
  /** NS-19: downloads are sent without `Content-Length`, as gzip ones always are. Default `false`. */
  exportChunked: boolean;
}

export function defaultSettings(): Settings {
  return {
    typeNs: 'https://care.example/ns',
    name: 'Care Platform sandbox',
    mode: null,
    warning: null,
    webUrl: null,
    fields: {
      client: { picture: true, labels: true, date_of_birth: true, phone_number: true, id: true, bsn: true },
      friend: { picture: true },
      professional: { picture: true, labels: true, id: true },
    },
    externalIdRequired: { client: false, professional: false },
    patchAnswer: '204',
    listItemLinks: false,
    totals: 'number',
    limitCap: null,
    supervises: true,
    rootLinks: {},
    futureRelease: false,
    unknownTypes: false,
    foreignLinks: {},
    relativeUrls: false,
    changeType: 'plural',
    mixedChangeTypes: false,
    rolePrefix: 'role',
    zone: 'Europe/Amsterdam',
    strictAccept: false,
    maxBodyBytes: null,
    maxPlannedEvents: 10_000,
    maxRequestBytes: 32 * 1024 * 1024,
    historySize: 10_000,
    latency: 0,
    carelink: true,
    hl7: true,
    exportQueuedFor: 500,
    exportRunsFor: 1000,
    exportNames: {},
    exportGzip: false,
    exportChunked: false,
  };
}
