import * as z from 'zod/mini';
import { cancellable } from '../../async/cancellable.js';
import { cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { type RequestOptions, signalOf } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { optional, resourceSchema } from '../../hypermedia/schema.js';
import { type CatalogueItem, type CatalogueQuery, catalogueList } from '../catalogue-item.js';
import type { Change } from '../changes/change.js';
import type { FeedEvent, WatchOptions } from '../changes/change-feed.js';
import { type ChangesQuery, changesQuery } from '../changes/changes-query.js';
import type { MirroredTasks, MirrorOptions } from '../changes/task-mirror.js';
import type { ExportJob } from '../exports/export-job.js';
import type { NewExport } from '../exports/export-options.js';
import { Label, labelBody, labelUrl } from '../label.js';
import type { EnsureLabelOptions } from '../label-ensuring.js';
import { loadChanges, loadExports, loadLabelEnsuring, loadLogs, loadTaskMirror } from '../lazy.js';
import type { ApiErrorRecord, CarelinkErrorRecord, ClientAccessRecord, Hl7ErrorRecord } from '../log-record.js';
import { operations } from '../writes/operations.js';
import { AccountDirectory } from './account-directory.js';

/** The application root, the entry point: everything is reached from it. `connect` gives one. */
export class Application extends AccountDirectory<ApplicationData, ApplicationLinks> {
  static override readonly type = 'application';
  static override readonly schema = resourceSchema<ApplicationData>({
    name: z.string(),
    mode: optional(z.string()),
    warning: optional(z.string()),
    web_url: z.string(),
  });

  readonly #changes = (request: RequestOptions) => this.findLink('changes', request);

  /** The content that can be added to clients; for professionals and API users. */
  catalogue(query: CatalogueQuery, options: RequestOptions = {}): Collection<CatalogueItem> {
    const { batch, details } = catalogueList(query);
    return this.list('catalogue.items', batch, options, details);
  }

  /** All labels that clients and professionals can carry. One request when iterated. */
  labels(query: ListOptions = {}, options: RequestOptions = {}): Collection<Label> {
    return this.list('configuration.labels.items', query, options, { batched: false, item: Label });
  }

  /** By URL, or by the identifier that clients and professionals carry. One request. */
  async label(
    address: { readonly url: string } | { readonly identifier: string },
    options: RequestOptions = {},
  ): Promise<Label> {
    return this.session.read(labelUrl(this.session, this.endpoint('label'), address), Label, 'label', options);
  }

  /** Two labels may have the same text. One request, never repeated after a lost answer. */
  async createLabel(text: string, options: RequestOptions = {}): Promise<Label> {
    return this.create('configuration.labels', Label, labelBody(text), operations.createLabel, options);
  }

  /**
   * The label with that text, created where there is none. One request where there is one, else three: whoever creates one
   * at the same time makes a second, and a last look lets both end with the same.
   */
  ensureLabel(text: string, options?: RequestOptions & { readonly dryRun?: false | undefined }): Promise<Label>;
  /** With `dryRun` one request, which reads: `undefined` if there is no such label. */
  ensureLabel(text: string, options: EnsureLabelOptions): Promise<Label | undefined>;
  async ensureLabel(text: string, options: EnsureLabelOptions = {}): Promise<Label | undefined> {
    const request = copyOptions(options);
    const { ensureLabel } = await loadLabelEnsuring();
    return ensureLabel(this.session, this, text, request);
  }

  /** For the roles data officer and data analyst. One request, never repeated after a lost answer. */
  async startExport(exportOptions: NewExport, options: RequestOptions = {}): Promise<ExportJob> {
    const given = cloneInput(exportOptions);
    const request = copyOptions(options);
    const { ExportJob } = await loadExports();
    const body = ExportJob.body(given);
    const operation = operations.startExport;
    const call = { ...this.session.begin(request), method: 'POST', target: 'new export', operation, body } as const;
    return this.session.openCreated(ExportJob, await this.session.send(this.endpoint('newExport'), call));
  }

  /** Export jobs of all users, most recent first. */
  exports(query: ListOptions = {}, options: RequestOptions = {}): Collection<ExportJob> {
    return this.listAt('exports', query, options, { batched: true, item: async () => (await loadExports()).ExportJob });
  }

  /** A job by its URL, also in another process than the one that started it. One request. */
  async exportJob(url: string, options: RequestOptions = {}): Promise<ExportJob> {
    const target = this.session.target(url, undefined, 'export job');
    const request = copyOptions(options);
    return this.session.read(target, (await loadExports()).ExportJob, 'export job', request);
  }

  /**
   * Who has changes, of the last 24 hours at most. One request when iterated. The platform expects no more than a handful
   * of these a minute.
   */
  changes(query: ChangesQuery, options: RequestOptions = {}): Collection<Change<Resource>> {
    return this.list('changes', {}, options, { batched: false, query: changesQuery(query) });
  }

  /**
   * Changes as they happen, each at least once, and a `resync` where some may have been missed: at a first start, and after
   * a gap of 24 hours. Break off, or abort `signal`, to stop. One request for each type at every `interval`, one at a time.
   * Failures that may pass are waited out, for weeks if need be, and told to the connection's `logger`.
   */
  watchChanges(options: WatchOptions = {}): AsyncGenerator<FeedEvent, void> {
    const given = { ...options, types: cloneInput(options?.types) };
    return cancellable(signalOf(options), async (signal) => {
      const { changeFeed } = await loadChanges();
      return changeFeed(this.session, this.#changes, { ...given, signal });
    });
  }

  /**
   * The pending tasks of all clients, friends and professionals, kept current. Each event holds all tasks of one user, and
   * replaces what was held before; at a first start, and after a gap of 24 hours, there is one for everybody. Each may come
   * more than once, and after a restart with the same `cursor` none is missing. A user who is gone, or whose tasks this
   * token may not see, has none; that somebody is gone is told only where a `state` is given, when everybody is read anew.
   *
   * One request for each page of users and two for each user, eight at a time; one where the platform lists users with
   * their links. From then on one for each poll, and one for each user with changes. Break off, or abort `signal`, to stop.
   */
  mirrorTasks(options: MirrorOptions = {}): AsyncGenerator<MirroredTasks, void> {
    const given = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { mirrorTasks } = await loadTaskMirror();
      return mirrorTasks(this.session, this.#changes, this, { ...given, signal });
    });
  }

  /** Failed requests to this API. For API users with the role API errors. One request when iterated. */
  apiErrors(query: ListOptions = {}, options: RequestOptions = {}): Collection<ApiErrorRecord> {
    return this.listAt('apiErrors', query, options, {
      batched: false,
      item: async () => (await loadLogs()).ApiErrorRecord,
    });
  }

  /** Failed messages of the care integration. As `apiErrors`; `NotFoundError` where the integration is not enabled. */
  carelinkErrors(query: ListOptions = {}, options: RequestOptions = {}): Collection<CarelinkErrorRecord> {
    return this.listAt('carelinkErrors', query, options, {
      batched: false,
      item: async () => (await loadLogs()).CarelinkErrorRecord,
    });
  }

  /** Failed HL7 messages. As `apiErrors`; `NotFoundError` where HL7 is not enabled. */
  hl7Errors(query: ListOptions = {}, options: RequestOptions = {}): Collection<Hl7ErrorRecord> {
    return this.listAt('hl7Errors', query, options, {
      batched: false,
      item: async () => (await loadLogs()).Hl7ErrorRecord,
    });
  }

  /** Searches outside a professional's caseload, and temporary access. As `apiErrors`. */
  clientAccessLog(query: ListOptions = {}, options: RequestOptions = {}): Collection<ClientAccessRecord> {
    return this.listAt('clientAccessLog', query, options, {
      batched: false,
      item: async () => (await loadLogs()).ClientAccessRecord,
    });
  }
}

/** What the application root tells. */
export interface ApplicationData {
  /** Of the installation. */
  readonly name: string;
  /** A word for what the installation is for, such as a test. */
  readonly mode: string | null;
  /** A word for whoever uses the platform now. */
  readonly warning: string | null;
  /** The application's address. */
  readonly web_url: string;
}

/** What the documented links of the root lead to. */
export interface ApplicationLinks {
  /** As `catalogue()`. */
  'catalogue.items': Collection<CatalogueItem>;
  /** As `labels()`. */
  'configuration.labels.items': Collection<Label>;
}
