import { clock } from '../async/clock.js';
import { InputError } from '../errors.js';
import type {
  Connection,
  Method,
  Operation,
  TokenSource,
  TransportResponse,
  TransportStream,
} from '../transport/request.js';
import { bodyText } from '../values/body-text.js';
import { type OptionChecks, takeOptions } from '../values/options.js';
import type { OwnAddress } from '../values/user-reference.js';
import type { JsonObject, Source } from './document.js';
import type { Download } from './download.js';
import { copyOptions } from './input.js';
import { type LinkPolicy, linkTarget, type Query, withQuery } from './link-target.js';
import type { Link } from './links.js';
import type { ClockReading } from './platform-clock.js';
import { type ResourceKinds, ResourceRegistry } from './registry.js';
import { type RequestOptions, requestChecks } from './request-options.js';
import { sourceOf, sourceOfCreation } from './response-source.js';
import { type ResourceSchema, readData, schemaError } from './schema.js';

/** The class of one kind of resource. */
export interface ResourceType<Instance> {
  /** `@type` without the namespace. If it ends in `#`, it stands for all types that begin with it. Messages contain it. */
  readonly type: string;
  readonly schema: ResourceSchema<unknown>;
  /** Set if the platform has no GET for a single resource of this kind: the list to read instead. */
  readonly readInstead?: string;
  /** Whether lists of it are sorted by a time that changes. Default: `false`. */
  readonly isResorted?: boolean;
  new (session: Session, data: never, source: Source): Instance;
}

export interface SessionCall extends RequestOptions {
  readonly method: Method;
  /** `tasks.items of client`; see `TransportRequest`. */
  readonly target: string;
  readonly operation: Operation;
  readonly query?: Query | undefined;
  readonly body?: JsonObject | undefined;
  readonly accept?: string;
  readonly unauthorizedHint?: string;
  readonly noPage?: boolean;
  /** Bytes that a file should have. */
  readonly size?: number | undefined;
}

/** Options of a GET. */
type GetOptions = Omit<SessionCall, 'method' | 'target' | 'operation' | 'body'>;

/** A file in place of JSON. */
export interface OpenedFile {
  readonly response: TransportStream;
  readonly file: Download;
}

/** The user of a session, checked by the session's `withUser`. */
export interface SessionUser {
  readonly token: TokenSource;
  readonly me?: OwnAddress | undefined;
}

export interface SessionSettings extends LinkPolicy {
  /** Loads the lazy module of files. */
  loadFiles(): Promise<{ readonly Download: typeof Download }>;
  /** The operation of every GET. */
  readonly reading: Operation;
  /** Prefix of every `@type`, from the application root. */
  readonly namespace: string;
  readonly kinds: ResourceKinds<ResourceType<unknown>>;
  /** Whether invalid documents are only logged. */
  readonly lenient: boolean;
  /** Whether a page with fewer items than requested is the last one, unless a list says otherwise. */
  readonly shortPageEnds: boolean | undefined;
  readonly connection: Connection;
  /** The address of the token's user, if the caller named it. */
  readonly me?: OwnAddress | undefined;
  /** A session for another user, on a connection of its own. Throws an `InputError` for an invalid user. */
  readonly withUser: (user: SessionUser) => Session;
}

/** A connection for resources: checks links, sends requests, checks responses and creates resources. */
export class Session {
  readonly settings: SessionSettings;
  /** The input of `platformTime`. */
  lastReading: ClockReading | undefined;
  readonly #kinds: ResourceRegistry<ResourceType<unknown>>;

  constructor(settings: SessionSettings) {
    this.settings = settings;
    this.#kinds = new ResourceRegistry(settings.namespace, settings.kinds);
  }

  /**
   * Checks and copies the options of a call before anything is sent. From now on, its requests share one deadline and one `retry.until`.
   *
   * @param checks for the additional options of this call
   */
  begin<Options extends RequestOptions>(
    given: Options,
    checks?: OptionChecks<Omit<Options, keyof RequestOptions>>,
  ): Options {
    const allChecks = { ...requestChecks, ...checks } as OptionChecks<Options>;
    const options = takeOptions('options', copyOptions(given), allChecks);
    // A body that cannot be sent is refused before the first request.
    if (options.extra?.body !== undefined) bodyText(options.extra.body);
    return { began: clock.now(), ...options };
  }

  /** `client` as `{type_ns}/client`. */
  fullType(type: string): string {
    return `${this.settings.namespace}${type}`;
  }

  /** The checked URL of a text from the platform or the caller. Makes no request. */
  resolve(raw: string, base: URL = this.settings.root, what = 'link'): URL {
    if (typeof raw !== 'string') throw InputError.of(what, 'url', 'Must be transferred as string.');
    return linkTarget(raw, base, this.settings, what);
  }

  /** The checked URL of a link. */
  linkUrl(link: Link, base: URL): URL {
    return this.resolve(link.url, base, `link '${link.name}'`);
  }

  async send(url: URL, call: SessionCall): Promise<TransportResponse> {
    const response = await this.connection.send(this.#request(url, call));
    this.noteTime(response);
    return response;
  }

  noteTime({ serverTime }: TransportResponse): void {
    if (serverTime === undefined) return;
    this.lastReading = { platform: serverTime.getTime(), monotonic: clock.now(), wall: clock.date() };
  }

  get(url: URL, target: string, options: GetOptions): Promise<TransportResponse> {
    return this.send(url, { ...options, method: 'GET', target, operation: this.settings.reading });
  }

  /** A response, or a file if it is not JSON. */
  async sendOrOpen(url: URL, call: SessionCall): Promise<TransportResponse | OpenedFile> {
    const response = await this.connection.sendOrOpen(this.#request(url, call));
    if ('document' in response) {
      this.noteTime(response);
      return response;
    }
    try {
      const { Download } = await this.settings.loadFiles();
      return { response, file: new Download(response, { target: call.target, stated: { isExact: false } }) };
    } catch (failure) {
      response.cancel(failure);
      throw failure;
    }
  }

  openBody(url: URL, call: SessionCall): Promise<TransportStream> {
    return this.connection.open(this.#request(url, call));
  }

  /** The resource that a request created, from its response. */
  openCreated<Instance>(kind: ResourceType<Instance>, response: TransportResponse): Instance {
    return this.instantiate(kind, sourceOfCreation(response, kind.type));
  }

  /** GET of one resource of a known kind. */
  async read<Instance>(
    url: URL,
    kind: ResourceType<Instance>,
    target: string,
    options: RequestOptions,
  ): Promise<Instance> {
    const source = sourceOf(await this.get(url, target, this.begin(options)), target);
    await this.prepare([source.document]);
    const found = this.#kinds.of(source.document);
    if (found !== undefined && found !== kind && found !== this.settings.kinds.unknown) {
      const message = `Expected ${kind.type}, found ${found.type}.`;
      throw schemaError([{ name: '@type', message, code: 'undocumented' }], target, source.context);
    }
    return this.instantiate(kind, source);
  }

  /** The resource in a document, of a known kind. `what` names it in messages. */
  instantiate<Instance>(kind: ResourceType<Instance>, source: Source, what: string = kind.type): Instance {
    const data = readData(kind.schema, source.document, what, this.settings, source.context);
    const { root } = this.settings;
    // The root is read without a trailing slash. Relative links of it would lose the version.
    return new kind(this, data as never, `${source.base.href}/` === root.href ? { ...source, base: root } : source);
  }

  /** Loads the classes that `identify` will need for these documents. */
  prepare(documents: readonly JsonObject[]): Promise<void> {
    return this.#kinds.load(documents);
  }

  kindOf(document: JsonObject): ResourceType<unknown> | undefined {
    return this.#kinds.of(document);
  }

  /** The resource in a document, of the class of its `@type`, or a plain `Resource` if it is unknown. */
  identify(source: Source, expected?: ResourceType<unknown>, what?: string): unknown {
    return this.instantiate(this.kindOf(source.document) ?? expected ?? this.settings.kinds.unknown, source, what);
  }

  get connection(): Connection {
    return this.settings.connection;
  }

  get logger(): Connection['logger'] {
    return this.connection.logger;
  }

  #request(url: URL, { extra, query = {}, body, ...call }: SessionCall) {
    if (extra?.body !== undefined && call.method === 'GET') {
      throw InputError.of('options', 'extra.body', 'A GET has no body; use `extra.query`.');
    }
    return {
      ...call,
      url: withQuery(url, { ...query, ...extra?.query }),
      body: body === undefined && extra?.body === undefined ? undefined : { ...body, ...extra?.body },
    };
  }
}
