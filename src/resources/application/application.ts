import * as z from 'zod/mini';
import { cancellable } from '../../async/cancellable.js';
import { InputError } from '../../errors.js';
import type { JsonObject, Source } from '../../hypermedia/document.js';
import { cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { type RequestOptions, signalOf } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import { optional, resourceSchema } from '../../hypermedia/schema.js';
import type { Session } from '../../hypermedia/session.js';
import type { TokenSource } from '../../transport/request.js';
import type { OwnAddress } from '../../values/user-reference.js';
import { type CatalogueItem, type CatalogueQuery, catalogueList } from '../catalogue-item.js';
import type { Change } from '../changes/change.js';
import type { FeedEvent, WatchOptions } from '../changes/change-feed.js';
import { type ChangesQuery, changesQuery } from '../changes/changes-query.js';
import type { ConversationMirrorOptions, MirroredConversations } from '../changes/conversation-mirror.js';
import type { ChangesSource } from '../changes/poll-changes.js';
import type { MirroredTasks, MirrorOptions } from '../changes/task-mirror.js';
import { Label, labelBody, setDirectory } from '../label.js';
import type { EnsureLabelOptions } from '../label-ensuring.js';
import { loadSynchronisation } from '../lazy.js';
import type { ApiErrorRecord, CarelinkErrorRecord, ClientAccessRecord, Hl7ErrorRecord } from '../log-record.js';
import type { Client } from '../users/client.js';
import type { Friend } from '../users/friend.js';
import type { Professional } from '../users/professional.js';
import { operations } from '../writes/operations.js';
import { ExportDirectory } from './export-directory.js';
import { loadChanges, loadLogs } from './lazy.js';

/** The application root. Everything is reached from it. `connect` returns it. */
export class Application extends ExportDirectory<ApplicationData, ApplicationLinks> {
  static override readonly type = 'application';
  static override readonly schema = resourceSchema<ApplicationData>(() => ({
    name: z.string(),
    mode: optional(z.string()),
    warning: optional(z.string()),
    web_url: z.string(),
  }));

  /** @internal */
  constructor(session: Session, data: ApplicationData, source: Source) {
    super(session, data, source);
    setDirectory(session, this);
  }

  /**
   * The application for the user of another token, such as a visitor of a server-rendered page. It shares the platform's address,
   * the options of `connect` and the limits of requests. It shares nothing that a user has read, and no token. Makes no request:
   * its root is read when a link of it is first needed. `client`, `me`, `open` and other calls with an address need none.
   *
   * Its `close` ends only its own calls, and need not be called. `close` of this connection ends those calls too.
   *
   * @throws InputError for an invalid token, or in a browser without `tokenKind: 'user'`
   */
  as(token: TokenSource, options: { readonly me?: OwnAddress | undefined } = {}): UserApplication {
    const source = { ...this.source, document: { '@url': this.rawUrl }, isUnread: true };
    return new this.class(this.session.settings.withUser({ ...options, token }), {} as never, source);
  }

  /**
   * The token's user, whose address `connect` or `as` was given: a client, or a user of the given class. One request. Throws an
   * `InputError` without an address, and a `ResponseValidationError` for a user of another kind.
   */
  me(options?: RequestOptions): Promise<Client>;
  me<User extends Client | Friend | Professional>(
    kind: abstract new (...parts: never) => User,
    options?: RequestOptions,
  ): Promise<User>;
  async me(first: object = {}, second?: RequestOptions): Promise<Client> {
    const { me } = this.session.settings;
    // The `type` of a class is the name of the method that reads it.
    const { type } = Object(first) as { readonly type?: 'client' };
    if (me !== undefined) return type === undefined ? this.client(me, first) : this[type](me, second);
    throw InputError.of('me', 'me', 'Pass `me: { url }` to `connect` or `as`.');
  }

  /**
   * Content that can be added to clients. For professionals and API users. One request per page, and usually one that proves the end.
   * It is costly for the platform.
   */
  catalogue(query: CatalogueQuery, options: RequestOptions = {}): Collection<CatalogueItem> {
    const { batch, details } = catalogueList(query);
    return this.list('catalogue.items', batch, options, details);
  }

  /** All labels that clients and professionals can carry. One request when iterated. */
  labels(query: ListOptions = {}, options: RequestOptions = {}): Collection<Label> {
    return this.list('configuration.labels.items', query, options, { batched: false, item: Label });
  }

  /** By URL, or by an identifier in the `labels` of a client or professional. One request. */
  async label(
    address: { readonly url: string } | { readonly identifier: string },
    options: RequestOptions = {},
  ): Promise<Label> {
    const { url, identifier: id }: { url?: string; identifier?: string } = address ?? {};
    const target = this.urlOf({ url, id } as OwnAddress, 'label', 'label', 'identifier');
    return this.session.read(target, Label, 'label', options);
  }

  /** Two labels can have the same text. One request, never retried after a lost response. */
  async createLabel(text: string, options: RequestOptions = {}): Promise<Label> {
    return this.create('configuration.labels', Label, labelBody(text), operations.createLabel, options);
  }

  /**
   * Returns the label with exactly that text, and creates it if it is missing. One request if it exists, otherwise three. If
   * another process creates it at the same time, there are two labels. The last request lets both calls return the same label.
   * There can also be two after a lost response, if the lost request arrives late and the method is called again.
   */
  ensureLabel(text: string, options?: RequestOptions & { readonly dryRun?: false | undefined }): Promise<Label>;
  /** With `dryRun`, one request, which only reads: `undefined` if there is no such label. */
  ensureLabel(text: string, options: EnsureLabelOptions): Promise<Label | undefined>;
  async ensureLabel(text: string, options: EnsureLabelOptions = {}): Promise<Label | undefined> {
    const request = copyOptions(options);
    const { ensureLabel } = await loadSynchronisation();
    return ensureLabel(this.session, text, request);
  }

  /**
   * Users with changes, within the last 24 hours. One request when iterated. The platform expects only a few of these
   * requests a minute.
   */
  changes(query: ChangesQuery, options: RequestOptions = {}): Collection<Change<Resource<JsonObject>>> {
    return this.list('changes', {}, options, { batched: false, query: changesQuery(query) });
  }

  /**
   * Yields changes as they happen, each at least once. Yields a `resync` if changes may have been missed: at the first start,
   * and after a gap of 24 hours. Leave the loop or abort `signal` to stop, or let it end with `once`. One request per type at
   * every `interval`, one at a time. Temporary failures are logged to the connection's `logger` and retried, for weeks if necessary.
   */
  watchChanges(options: WatchOptions = {}): AsyncGenerator<FeedEvent, void> {
    return this.#feed(options, (feeds) => feeds.changeFeed);
  }

  /**
   * Yields the pending tasks of all clients, friends and professionals, and keeps them current. Each event contains all tasks
   * of one user, and replaces the event before. At the first start, and after a gap of 24 hours, every user has an event. An
   * event can come more than once. After a restart with the same `cursor`, none is missing. Users that were removed, or whose
   * tasks this token may not read, have no tasks. Removed users are reported only with a `state`, when all users are read again.
   * A user whose tasks fail for a minute is set aside: each poll reads it again, and the cursor waits for it. With `once`, the
   * run fails after the other users.
   *
   * First one request per page of users and two per user, eight at a time; one per user if the list contains links. Then one
   * request per poll, and one per user with changes. Leave the loop or abort `signal` to stop, or let it end with `once`.
   */
  mirrorTasks(options: MirrorOptions = {}): AsyncGenerator<MirroredTasks, void> {
    return this.#feed(options, (feeds) => feeds.mirrorTasks);
  }

  /**
   * Yields the conversations of all clients and friends, and keeps them current. As `mirrorTasks`, with the platform's reports
   * of new conversations and new messages. It does not report that messages were read, or calls: `unread` and the calls are
   * those of the event. First one request per page of users and two or three per user; then one per poll, and one or two per
   * user with changes.
   */
  mirrorConversations(options: ConversationMirrorOptions = {}): AsyncGenerator<MirroredConversations, void> {
    return this.#feed(options, (feeds) => feeds.mirrorConversations);
  }

  /** Failed requests to this API. For API users with the role API errors. One request when iterated. */
  apiErrors(query: ListOptions = {}, options: RequestOptions = {}): Collection<ApiErrorRecord> {
    return this.listAt('apiErrors', query, options, {
      batched: false,
      item: async () => (await loadLogs()).ApiErrorRecord,
    });
  }

  /** Failed messages of the care integration. As `apiErrors`. Throws a `NotFoundError` if the integration is not enabled. */
  carelinkErrors(query: ListOptions = {}, options: RequestOptions = {}): Collection<CarelinkErrorRecord> {
    return this.listAt('carelinkErrors', query, options, {
      batched: false,
      item: async () => (await loadLogs()).CarelinkErrorRecord,
    });
  }

  /** Failed HL7 messages. As `apiErrors`. Throws a `NotFoundError` if HL7 is not enabled. */
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

  #feed<Options extends WatchOptions, Event>(
    options: Options,
    select: (
      feeds: Awaited<ReturnType<typeof loadChanges>>,
    ) => (source: Omit<ChangesSource, 'request'>, options: Options, directory: this) => AsyncGenerator<Event, void>,
  ): AsyncGenerator<Event, void> {
    const copy = { ...options, types: cloneInput(options?.types) };
    return cancellable(signalOf(options), async (signal) => {
      const start = select(await loadChanges());
      // Within the feed, which waits for an outage to end: a connection made by `as` needs a request for it.
      const findLink = (request: RequestOptions) => this.findLink('changes', request);
      return start({ session: this.session, findLink }, { ...copy, signal }, this);
    });
  }
}

/** Attributes and links of a root that was not read. */
type UnreadMembers = 'attribute' | 'createdAt' | 'data' | 'links' | 'modifiedAt' | 'toJSON' | 'toPlain' | 'type';

/**
 * The application for the user of another token, which `as` returns. It has all methods of `Application`. Its root is not read
 * at first, so it has no attributes and links: `refresh()` reads them.
 */
export interface UserApplication extends Omit<Application, UnreadMembers> {
  /** URL of the application root. */
  readonly url: string;
  /** The limits that it shares with the connection. */
  readonly throttle: Application['throttle'];
}

/** Attributes of the application root. */
export interface ApplicationData {
  /** Name of the installation. */
  readonly name: string;
  /** Purpose of the installation, such as a test. */
  readonly mode: string | null;
  /** A warning for users of the installation. */
  readonly warning: string | null;
  /** URL of the web application. */
  readonly web_url: string;
}

/** Resources that the documented links of the root lead to. */
export interface ApplicationLinks {
  /** As `catalogue()`. Needs `query: { limit }`: without it, the platform responds with 400. */
  'catalogue.items': Collection<CatalogueItem>;
  /** As `labels()`. */
  'configuration.labels.items': Collection<Label>;
}
