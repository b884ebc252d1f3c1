import { InputError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import type { Download } from '../../hypermedia/download.js';
import { followUrl } from '../../hypermedia/follow.js';
import { cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { type ItemType, type ListOptions, listOf } from '../../hypermedia/lists/list.js';
import type { Page } from '../../hypermedia/lists/page.js';
import type { Plain, PlainPage } from '../../hypermedia/plain.js';
import { isEmptyBody, type RequestOptions } from '../../hypermedia/request-options.js';
import { type Followed, Resource } from '../../hypermedia/resource.js';
import { sourceOf } from '../../hypermedia/response-source.js';
import type { ResourceType } from '../../hypermedia/session.js';
import { asyncDispose, dispose } from '../../runtime/globals.js';
import type { Operation } from '../../transport/request.js';
import type { ThrottleStats } from '../../transport/throttle/throttle.js';
import type { DiaryEntry, PlainDiaryEntry } from '../diary/diary-entry.js';
import type { DiarySchema, PlainDiarySchema } from '../diary/diary-schema.js';
import type { FileLocation } from '../exports/open-file.js';
import type { RawRequest, RawResponse } from '../raw-request.js';
import { idSegment, parseAddress, type UserAddress } from '../users/user-address.js';
import { documentedEndpoints, type EndpointById, type LinkedEndpoint } from './documented-endpoints.js';
import { loadEntryWork } from './lazy.js';

/** Methods of the application root alone: open any URL, send any request, close the connection. */
export abstract class EntryPoint<Data, FollowedBy extends object> extends Resource<Data, FollowedBy> {
  /** Limits of requests and connections. All connections of this process to the platform share them. */
  get throttle(): { stats(): ThrottleStats } {
    return { stats: () => this.session.connection.stats() };
  }

  /** Reads any URL of the platform, such as a stored URL or the URL of a reference. `@type` selects the class. One request. */
  async open(url: string, options: RequestOptions = {}): Promise<Followed> {
    const target = this.session.resolve(url, undefined, 'stored URL');
    return followUrl(this.session, target, 'stored URL', this.session.begin(options)) as Promise<Followed>;
  }

  /**
   * Makes a resource of its plain form, with this connection. It is what a response with this content would give. No request.
   * Throws an `InputError` that names the wrong field, and a `ForeignLinkError` if the resource is of another origin.
   *
   * The plain form is input: a page may have changed it. So restore what comes from a user with the token of this user.
   */
  restore(plain: PlainDiaryEntry): Promise<DiaryEntry>;
  restore<Kind extends Resource<unknown>>(plain: Plain<Kind>): Promise<Kind>;
  /** Makes a page of a list of its plain form. No request. */
  restore<Item>(plain: PlainPage<Item>): Promise<Page<Item>>;
  /** As `DiarySchema.restore`, which needs no connection. No request. */
  restore(plain: PlainDiarySchema): Promise<DiarySchema>;
  async restore(plain: object): Promise<unknown> {
    const given = cloneInput(plain);
    return (await loadEntryWork()).restore(this.session, given);
  }

  /** Opens a file: a picture, an image of a diary entry, an icon of a diary schema. One request. */
  async file(file: FileLocation, options: RequestOptions = {}): Promise<Download> {
    const given = cloneInput(file);
    const request = copyOptions(options);
    return (await loadEntryWork()).openFile(this.session, given, request);
  }

  /**
   * Sends any request to the platform, also one that this package does not know. Token, limits and origin check are the same.
   * Methods other than GET are never sent again after a lost response, unless `retryPolicy` allows it.
   * A response with a number that JavaScript cannot hold exactly is a `ResponseValidationError`.
   */
  async request(request: RawRequest, options: RequestOptions = {}): Promise<RawResponse> {
    const given = cloneInput(request);
    const copied = copyOptions(options);
    return (await loadEntryWork()).sendRaw(this.session, given, copied);
  }

  /** Ends all waiting and running calls of this connection with a `ClosedError`. Other connections go on. */
  close(): void {
    this.session.connection.close();
  }

  /** The same as `close`: `using care = await connect(…)`. */
  [dispose](): void {
    this.close();
  }

  /** The same as `close`. */
  async [asyncDispose](): Promise<void> {
    this.close();
  }

  /** URL of a documented endpoint: see `documentedEndpoints`. */
  protected async endpoint(name: LinkedEndpoint, options: RequestOptions): Promise<URL> {
    const { path, alias = path }: { path: string; alias?: string } = documentedEndpoints[name];
    const { links, base } = await this.readLinks(options);
    const link = links.find(alias) ?? links.find(path.replaceAll('/', '.'));
    return link === undefined ? this.session.resolve(path) : this.session.linkUrl(link, base);
  }

  /**
   * URL of what is addressed.
   *
   * @param byId the endpoint that an id is appended to: the platform has no link for it
   */
  protected urlOf(address: UserAddress<Resource<unknown>>, what: string, byId?: EndpointById, idName?: string): URL {
    const found = parseAddress(address, what, idName);
    if ('url' in found) return this.session.resolve(found.url, undefined, `URL of the ${what}`);
    const segment = idSegment(found.id, what, idName);
    if (byId === undefined) throw InputError.of(what, 'id', 'Friends have no external id; give the url.');
    return new URL(segment, this.session.resolve(documentedEndpoints[byId].path));
  }

  protected listAt<Item>(
    name: LinkedEndpoint,
    list: ListOptions,
    options: RequestOptions,
    details: { batched: boolean; item?: ItemType<Item>; search?: JsonObject; operation?: Operation },
  ): Collection<Item> {
    const findUrl = async (request: RequestOptions) => ({ url: await this.endpoint(name, request) });
    return listOf(this.session, list, options, { ...details, target: words(name), findUrl });
  }

  /** PATCH of a resource that was not read. Sends no request if nothing changes. */
  protected async updateAt<Instance>(
    url: URL,
    kind: ResourceType<Instance>,
    body: JsonObject,
    operation: Operation,
    options: RequestOptions,
  ): Promise<Instance | undefined> {
    const request = this.session.begin(options);
    if (isEmptyBody(body, request)) return undefined;
    const response = await this.session.send(url, { ...request, method: 'PATCH', target: kind.type, operation, body });
    // The response to an update is not documented: it may be another object, or none.
    if (Object(response.document)['@type'] === undefined) return undefined;
    return this.session.instantiate(kind, sourceOf(response, kind.type));
  }
}

/** `clientAccessLog` as `client access log`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
