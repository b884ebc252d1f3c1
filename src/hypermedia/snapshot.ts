import { bypassProxies } from '../runtime/bypass-proxies.js';
import { parseDateTime } from '../values/date-time.js';
import { freeze, isJsonObject, type JsonObject, type Source, text } from './document.js';
import { resolveUrl } from './link-target.js';
import { Links } from './links.js';
import type { ResourceType, Session } from './session.js';

/** What a document says by itself. Nothing here makes a request. */
export abstract class Snapshot<Data> {
  /** The fields by the platform's own names. Dates with time are `Date`s. */
  readonly data: Data;
  readonly #session: Session;
  readonly #source: Source;
  #links: Links | undefined;

  /** @internal */
  constructor(session: Session, data: Data, source: Source) {
    bypassProxies(this);
    this.data = data;
    this.#session = session;
    this.#source = source;
  }

  /**
   * Its canonical URL; stable, so it may be stored. Of the kinds that have none it is the URL they were read from, and empty
   * where they were not read by themselves.
   */
  get url(): string {
    const url = this.rawUrl;
    // What is no URL is refused when it is followed; reading it harms nobody.
    return url && (resolveUrl(url, this.#source.base)?.href ?? url);
  }

  /** `@type`, the platform's identifier of the kind; empty where it names none. */
  get type(): string {
    return text(this.#source.document, '@type') ?? '';
  }

  /** What this token's user may go on to. Makes no request; items of some lists come without links. */
  get links(): Links {
    this.#links ??= new Links(this.#source.document, this.kind);
    return this.#links;
  }

  /** `undefined` where the platform does not tell. */
  get createdAt(): Date | undefined {
    return this.#change('creation_time');
  }

  /** `undefined` where the platform does not tell. */
  get modifiedAt(): Date | undefined {
    return this.#change('modification_time');
  }

  /** An attribute as it came, also one that this package does not know. `undefined` where there is none. */
  attribute(name: string): unknown {
    return Object.hasOwn(this.#source.document, name) ? freeze(this.#source.document[name]) : undefined;
  }

  /** The document as it came from the platform. */
  toJSON(): JsonObject {
    return freeze(this.#source.document);
  }

  /** Its URL as it came. An item, or what was created, has none else: its base is the URL of the list that it is in. */
  protected get rawUrl(): string {
    const { document, base, listedIn, existed } = this.#source;
    return text(document, '@url') ?? (listedIn === undefined && existed === undefined ? base.href : '');
  }

  protected get session(): Session {
    return this.#session;
  }

  protected get source(): Source {
    return this.#source;
  }

  /** What it is called in messages. */
  protected get kind(): string {
    return this.class.type;
  }

  protected get class(): ResourceType<this> {
    return this.constructor as unknown as ResourceType<this>;
  }

  #change(name: string): Date | undefined {
    const changes = this.attribute('@changes');
    return isJsonObject(changes) ? parseDateTime(text(changes, name) ?? '') : undefined;
  }
}
