import { SharedWork } from '../async/shared-work.js';
import { InputError } from '../errors.js';
import type { Operation, TransportResponse } from '../transport/request.js';
import { isInlineFile } from '../values/file.js';
import { aBoolean, anObject } from '../values/options.js';
import { isJsonObject, type JsonObject, type Source } from './document.js';
import type { Download } from './download.js';
import { followUrl } from './follow.js';
import type { Query } from './link-target.js';
import { checkLinkName, Links } from './links.js';
import type { Batched, Collection } from './lists/collection.js';
import { type ItemType, type ListOptions, listOf } from './lists/list.js';
import {
  type FollowOptions,
  hasSameLimits,
  isEmptyBody,
  type RequestOptions,
  withoutExtra,
} from './request-options.js';
import { sourceOf } from './response-source.js';
import { type ResourceSchema, resourceSchema } from './schema.js';
import type { ResourceType, SessionCall } from './session.js';
import { Snapshot } from './snapshot.js';

/** Result of following a link: a resource, a collection if the response lists items, or a file if it is not JSON. */
export type Followed = Resource<JsonObject> | Collection<Resource<JsonObject>> | Download;

/**
 * A resource as it was when it was read: an immutable snapshot. Commands such as `update` resolve to a new one.
 * A resource of an unknown kind is a plain `Resource<JsonObject>`, with all its attributes. Every resource is a `Resource`.
 */
export class Resource<Data = unknown, FollowedBy extends object = object> extends Snapshot<Data> {
  /** @internal */
  static readonly type: string = 'resource';
  /** @internal */
  static readonly schema: ResourceSchema<unknown> = resourceSchema(() => ({}));

  #reading: SharedWork<Source> | undefined;
  #readingOptions: RequestOptions = {};

  /** Reads it again. One request. Throws an `InputError` for kinds that the platform only lists, such as relations. */
  async refresh(options: RequestOptions = {}): Promise<this> {
    const { readInstead } = this.class;
    if (readInstead !== undefined) {
      throw InputError.of(this.typeName, 'refresh', `The platform only lists these: read ${readInstead} again.`);
    }
    return this.session.read(this.ownUrl(), this.class, this.typeName, options);
  }

  /** Reads the target of a link, even if this package does not know the link. One request. */
  follow<Name extends keyof FollowedBy & string>(name: Name, options?: FollowOptions): Promise<FollowedBy[Name]>;
  follow(name: string, options?: FollowOptions): Promise<Followed>;
  async follow(name: string, options: FollowOptions = {}): Promise<unknown> {
    checkLinkName(name);
    const request = this.session.begin(options, { query: anObject });
    const { url, target } = await this.findLink(name, request);
    return followUrl(this.session, url, target, request);
  }

  /** URL of a link. */
  protected async findLink(name: string, options: RequestOptions): Promise<{ url: URL; target: string }> {
    const { links, base } = await this.readLinks(options);
    return { url: this.session.linkUrl(links.get(name), base), target: `${name} of ${this.typeName}` };
  }

  /** The links, and the base of their URLs. If it came without links, its own URL is read for them: one request, once. */
  protected async readLinks(options: RequestOptions): Promise<{ readonly links: Links; readonly base: URL }> {
    if (!this.#lacksLinks()) return { links: this.links, base: this.source.base };
    const { document, base } = await this.#readForLinks(options);
    // The base of the root is not the URL of its response: it ends in a slash.
    return { links: new Links(document, this.typeName), base: this.source.isUnread ? this.source.base : base };
  }

  /** The collection that a link leads to. Makes no request until it is iterated. */
  protected list<Item>(
    name: string,
    list: ListOptions,
    options: RequestOptions,
    details: { batched: Batched; item?: ItemType<Item>; query?: Query; isResorted?: boolean },
  ): Collection<Item> {
    const target = `${name} of ${this.typeName}`;
    return listOf(this.session, list, options, {
      ...details,
      target,
      findUrl: (request) => this.findLink(name, request),
    });
  }

  /** The resource that a link leads to. One request. */
  protected async read<Instance>(
    name: string,
    kind: ResourceType<Instance>,
    options: RequestOptions,
  ): Promise<Instance> {
    const request = this.session.begin(options);
    const { url, target } = await this.findLink(name, request);
    return this.session.read(url, kind, target, request);
  }

  /**
   * PATCH of this resource. The response to an update is not documented: it can be the whole document, a part of it, or nothing.
   * So the sent fields replace the old ones, and the fields of the response replace both. Sends no request if nothing changes.
   */
  protected async sendPatch(fields: JsonObject, operation: Operation, given: UpdateOptions): Promise<this> {
    const { reread, ...options } = this.session.begin(given, { reread: aBoolean });
    if (isEmptyBody(fields, options)) return reread ? this.refresh(options) : this;
    const call = { ...options, method: 'PATCH', target: this.typeName, operation, body: fields } as const;
    const response = await this.session.send(this.ownUrl(), call);
    if (reread === true) return this.refresh(withoutExtra(options));
    // A copy as JSON, as it was sent: the caller may change its objects later.
    const sent = this.#echoedFields({ ...fields, ...options.extra?.body });
    const from = isJsonObject(response.document) ? sourceOf(response, this.typeName) : undefined;
    return this.withChanges({ ...JSON.parse(JSON.stringify(sent)), ...from?.document }, from);
  }

  /** Whether the platform certainly stores a field: one that it shows. It silently drops disabled setting-dependent fields. */
  protected stores(name: string): boolean {
    return Object.hasOwn(this.source.document, name);
  }

  /** The sent fields that the platform stores. Without files, since reading back returns a reference instead of the bytes. */
  #echoedFields(sent: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(sent).filter(([name, value]) => this.stores(name) && !isInlineFile(value)),
    );
  }

  /** A snapshot with changed attributes. Makes no request. `from` is the response with these attributes. */
  protected withChanges(attributes: JsonObject, from?: Source): this {
    const document = { ...this.source.document, ...attributes };
    const { base } = from !== undefined && Object.hasOwn(from.document, '@links') ? from : this.source;
    const { context } = from ?? this.source;
    const source = { ...this.source, document, base, context };
    return this.session.instantiate(this.class, source);
  }

  /** POST to a link, which creates a resource. One request. */
  protected async create<Instance>(
    name: string,
    kind: ResourceType<Instance>,
    body: JsonObject,
    operation: Operation,
    options: RequestOptions,
  ): Promise<Instance> {
    return this.session.openCreated(kind, await this.sendTo(name, { method: 'POST', operation, body }, options));
  }

  /** One request to a link. */
  protected async sendTo(
    name: string,
    call: Pick<SessionCall, 'method' | 'operation' | 'body' | 'unauthorizedHint'>,
    options: RequestOptions,
  ): Promise<TransportResponse> {
    const request = this.session.begin(options);
    const { url, target } = await this.findLink(name, request);
    return this.session.send(url, { ...request, ...call, target });
  }

  /** Reads a link as text. One request. */
  protected async readText(name: string, accept: string, options: RequestOptions): Promise<string> {
    const request = this.session.begin(options);
    const { url, target } = await this.findLink(name, request);
    return (await this.session.get(url, target, { ...request, accept, noPage: true })).text;
  }

  /** DELETE of this resource. One request. */
  protected async sendDelete(operation: Operation, options: RequestOptions): Promise<void> {
    const request = this.session.begin(options);
    await this.session.send(this.ownUrl(), { ...request, method: 'DELETE', target: this.typeName, operation });
  }

  /** Its checked URL, to read and change it. */
  protected ownUrl(): URL {
    return this.session.resolve(this.rawUrl, this.source.base, `URL of the ${this.typeName}`);
  }

  #lacksLinks(): boolean {
    const { isUnread, listedIn, existed } = this.source;
    if (isUnread === true) return true;
    return (
      this.class.readInstead === undefined &&
      // The document promises links for a response to a GET. It says nothing of those of a list, or of a creation.
      (listedIn ?? existed) !== undefined &&
      this.links.names().length === 0 &&
      this.attribute('@url') !== undefined
    );
  }

  async #readForLinks(options: RequestOptions): Promise<Source> {
    const reading = withoutExtra(options);
    const fits = this.#reading?.isDone || hasSameLimits(reading, this.#readingOptions);
    if (this.#reading === undefined || this.#reading.isLost || !fits) {
      this.#readingOptions = reading;
      this.#reading = new SharedWork(async (signal) =>
        sourceOf(await this.session.get(this.ownUrl(), this.typeName, { ...reading, signal }), this.typeName),
      );
    }
    return this.#reading.join(options.signal);
  }
}

/** Options of an update. */
export interface UpdateOptions extends RequestOptions {
  /** Reads the resource after the update, for derived fields such as `name`. One more request. Default: `false`. */
  readonly reread?: boolean | undefined;
}
