import { InputError } from '../../errors.js';
import { isJsonObject, type JsonObject } from '../../hypermedia/document.js';
import type { Download } from '../../hypermedia/download.js';
import { cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Query } from '../../hypermedia/link-target.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { type ItemType, type ListOptions, listOf } from '../../hypermedia/lists/list.js';
import type { Page } from '../../hypermedia/lists/page.js';
import type { Plain, PlainPage } from '../../hypermedia/plain.js';
import { isEmptyBody, type RequestOptions } from '../../hypermedia/request-options.js';
import { type Followed, Resource } from '../../hypermedia/resource.js';
import { responseContext, sourceOf } from '../../hypermedia/response-source.js';
import { refuseInexactNumbers } from '../../hypermedia/schema.js';
import type { ResourceType } from '../../hypermedia/session.js';
import { asyncDispose, dispose } from '../../runtime/globals.js';
import type { Method, Operation, RetryPolicy } from '../../transport/request.js';
import type { ThrottleStats } from '../../transport/throttle/throttle.js';
import { anObject, anything, type OptionChecks, oneOf, takeOptions } from '../../values/options.js';
import type { DiaryEntry, PlainDiaryEntry } from '../diary/diary-entry.js';
import type { DiarySchema, PlainDiarySchema } from '../diary/diary-schema.js';
import type { FileLocation } from '../exports/open-file.js';
import { loadDiary, loadFiles, loadRestore, loadTool } from '../lazy.js';
import { operations } from '../writes/operations.js';
import { documentedEndpoints, type EndpointById, type LinkedEndpoint } from './documented-endpoints.js';

/** Methods of the application root alone: open any URL, send any request, close the connection. */
export abstract class EntryPoint<Data, FollowedBy extends object> extends Resource<Data, FollowedBy> {
  /** Limits of requests and connections. All connections of this process to the platform share them. */
  get throttle(): { stats(): ThrottleStats } {
    return { stats: () => this.session.connection.stats() };
  }

  /** Reads any URL of the platform, such as a stored URL or the URL of a reference. `@type` selects the class. One request. */
  async open(url: string, options: RequestOptions = {}): Promise<Followed> {
    const target = this.session.target(url, undefined, 'stored URL');
    return this.followUrl(target, 'stored URL', this.session.begin(options));
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
    return (await loadRestore()).restore(this.session, given, { loadDiary, loadTool });
  }

  /** Opens a file: a picture, an image of a diary entry, an icon of a diary schema. One request. */
  async file(file: FileLocation, options: RequestOptions = {}): Promise<Download> {
    const given = cloneInput(file);
    const request = copyOptions(options);
    return (await loadFiles()).openFile(this.session, given, request);
  }

  /**
   * Sends any request to the platform, also one that this package does not know. Token, limits and origin check are the same.
   * Methods other than GET are never sent again after a lost response, unless `retryPolicy` allows it.
   * A response with a number that JavaScript cannot hold exactly is a `ResponseValidationError`.
   */
  async request(request: RawRequest, options: RequestOptions = {}): Promise<RawResponse> {
    const { method = 'GET', url, query, body, retryPolicy } = takeOptions('request', request, plainRequest);
    const given = this.session.begin(options);
    if (body !== undefined && method === 'GET') {
      throw InputError.of('request', 'body', 'A GET has no body; use `query`.');
    }
    const declared = method === 'GET' ? operations.read : operations.request;
    const operation = retryPolicy === undefined ? declared : { ...declared, retryPolicy };
    const call = { ...given, method, target: 'request', operation, query, body };
    const to = this.session.target(url, undefined, 'request');
    const response = method === 'GET' ? await this.session.sendOrOpen(to, call) : await this.session.send(to, call);
    if ('file' in response) {
      const { status, url, attempts, waited } = response.response;
      return { status, data: response.file, url: url.href, location: undefined, attempts, waited };
    }
    refuseInexactNumbers(response.document, 'response to `request`', this.session, responseContext(response));
    const { status, document, location, attempts, waited } = response;
    return { status, data: document, url: response.url.href, location, attempts, waited };
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
  protected async endpoint(name: LinkedEndpoint, options: RequestOptions = {}): Promise<URL> {
    const { path, alias = path }: { path: string; alias?: string } = documentedEndpoints[name];
    const { links, base } = await this.readLinks(options);
    const link = links.find(alias) ?? links.find(path.replaceAll('/', '.'));
    return link === undefined ? this.session.target(path) : this.session.linkUrl(link, base);
  }

  /** URL that the id of a resource is appended to. The platform has no link for it. */
  protected endpointOf(name: EndpointById): URL {
    return this.session.target(documentedEndpoints[name].path);
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
    if (!isJsonObject(response.document) || response.document['@type'] === undefined) return undefined;
    return this.session.instantiate(kind, sourceOf(response, kind.type));
  }
}

const plainRequest: OptionChecks<RawRequest> = {
  method: oneOf('GET', 'POST', 'PATCH', 'DELETE'),
  url: anything,
  query: anObject,
  body: anObject,
  retryPolicy: oneOf('safe', 'repeatable', 'reconcilable', 'once'),
};

/** `clientAccessLog` as `client access log`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Any request to the platform. */
export interface RawRequest {
  /** Default: `GET`. */
  readonly method?: Method | undefined;
  /** Absolute, or relative to the base URL; on its origin. */
  readonly url: string;
  /** Replaces parameters of the same name in `url`. */
  readonly query?: Query | undefined;
  /** Sent as JSON, unchecked. Not for GET. */
  readonly body?: JsonObject | undefined;
  /** Default: `safe` for GET, `once` for the others. */
  readonly retryPolicy?: RetryPolicy | undefined;
}

/** An unchecked response. */
export interface RawResponse {
  /** 200 to 299. All other statuses are errors. */
  readonly status: number;
  /** The parsed JSON, or `undefined` without a body. If a GET leads to a file, a `Download`: read it or cancel it. */
  readonly data: unknown;
  /** URL of the response. */
  readonly url: string;
  /** `Location` header; `undefined` if it is absent, or not readable in a browser. */
  readonly location: string | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** Milliseconds spent waiting. */
  readonly waited: number;
}
