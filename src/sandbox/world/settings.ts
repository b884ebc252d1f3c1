/** Which optional fields the installation enables. Default: all. */
export interface EnabledFields {
  /** Fields of clients. */
  client: {
    picture: boolean;
    labels: boolean;
    date_of_birth: boolean;
    phone_number: boolean;
    id: boolean;
    bsn: boolean;
  };
  /** Fields of friends. */
  friend: { picture: boolean };
  /** Fields of professionals. */
  professional: { picture: boolean; labels: boolean; id: boolean };
}

/** The names that an export of clients accepts. */
export interface ExportNames {
  /** Names of columns. */
  properties: readonly string[];
  /** Names that restrict which clients are exported. */
  filters: readonly string[];
  /** Names that change how the export is written. */
  parameters: readonly string[];
  /** Names that can be combined with clients, each with its properties. */
  combines: Readonly<Record<string, readonly string[]>>;
}

/**
 * Differences between installations of the platform, additions of a later release, and choices that the documentation
 * leaves open. All settings can be changed while the sandbox runs. Changes apply from the next request on.
 */
export interface Settings {
  /** The prefix of every `@type`. Default `https://care.example/ns`. */
  typeNs: string;
  /** The name of the application. Default `Care Platform sandbox`. */
  name: string;
  /** The mode of the application. Default `null`. */
  mode: string | null;
  /** The warning of the application. Default `null`. */
  warning: string | null;
  /** The URL of the web application. Default `null`: the base URL without `/api/2`. */
  webUrl: string | null;
  /** Which optional fields exist. */
  fields: EnabledFields;
  /** Whether `id` must be sent on create. A later change may reset it. Default: for neither kind. */
  externalIdRequired: { client: boolean; professional: boolean };
  /**
   * The response to PATCH, activation, merge and the deletion of a label. The documentation shows none of them. Default
   * `204`. The others are a 200 with an empty body, and a 200 with the resource.
   */
  patchResponse: '204' | '200-empty' | '200-body';
  /**
   * Whether list items have `@links`. Default `false`: the documentation shows links only on single resources. Labels,
   * conversations and export jobs always have them. Relations, catalogue items and changes never have them.
   */
  listItemLinks: boolean;
  /** `@paging.total` of `/c/items` and `/export/items`. Default `number`. With `null` there is no total. */
  totals: 'number' | 'null';
  /**
   * The maximum number of items in one response. A higher `limit` responds with 400 if `refuse` is set, otherwise the
   * list is cut. Default `null`: no maximum.
   */
  limitCap: { size: number; refuse: boolean } | null;
  /** Whether relations may have the predicate `supervises`, which some organisations do not use. Default `true`. */
  supervises: boolean;
  /**
   * More links on the root, as name and path below the base, for example `{ 'clients.items': 'c/items' }`. Default
   * none.
   */
  rootLinks: Record<string, string>;
  /**
   * Simulates a later release: every resource gets a new attribute, and every list of links a new link. Default
   * `false`.
   */
  futureRelease: boolean;
  /** Adds objects of an unknown `@type` to the changes and to `/c/items`. Default `false`. */
  unknownTypes: boolean;
  /** Links that point to other servers, as link name and URL. Default none. */
  foreignLinks: Record<string, string>;
  /** Links as paths without origin instead of absolute URLs. Default `false`. */
  relativeUrls: boolean;
  /** The spelling of the `@type` of a change in conversations. The documentation shows both. Default `plural`. */
  changeType: 'plural' | 'singular';
  /** Whether a response for one type of changes also holds those of the other type. Default `false`. */
  mixedChangeTypes: boolean;
  /** The prefix of role identifiers. Default `role`. */
  rolePrefix: string;
  /**
   * The time zone of the application, such as `Europe/Amsterdam`. That is the default, so times are never in UTC by
   * accident.
   */
  zone: string;
  /** Whether a request whose `Accept` does not allow JSON is refused with 400. Default `false`. */
  strictAccept: boolean;
  /** The maximum size of a request body in bytes. A larger body is refused with 400. Default `null`: no maximum. */
  maxBodyBytes: number | null;
  /**
   * The maximum number of planned events that one request computes. A window that holds more is refused with 400,
   * unless `limit` asks for fewer. Undocumented. Default 10,000.
   */
  maxPlannedEvents: number;
  /**
   * The maximum size in bytes of a request body that is read at all. A larger one is refused with 413, with or without
   * a token. Undocumented. Default 32 MiB.
   */
  maxRequestBytes: number;
  /**
   * How many requests the journal keeps, how many mails the outbox, and how many records each log. The oldest are
   * removed. Default 10,000.
   */
  historySize: number;
  /** Delay of each response, in milliseconds. Default 0. */
  latency: number;
  /** Whether the care integration and its error log exist. Default `true`. */
  carelink: boolean;
  /** Whether the HL7 integration and its error log exist. Default `true`. */
  hl7: boolean;
  /**
   * How long an export stays `queued`, in milliseconds of the sandbox clock. `null`: until `control.stepExport`.
   * Applies to exports that start later. Default 500.
   */
  exportQueuedFor: number | null;
  /** How long an export stays `started`, as `exportQueuedFor`. Default 1000. */
  exportRunsFor: number | null;
  /**
   * Replaces names that an export accepts, list by list. Default `{}`. For a name without data in the sandbox, a
   * property is `null`, a filter keeps all clients, a parameter does nothing, and a combine has no rows.
   */
  exportNames: Partial<ExportNames>;
  /** Whether downloads are sent with `Content-Encoding: gzip`. Default `false`. */
  exportGzip: boolean;
  /** Whether downloads are sent without `Content-Length`, as gzip ones always are. Default `false`. */
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
    patchResponse: '204',
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
