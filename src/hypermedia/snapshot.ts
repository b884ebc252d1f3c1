import { bypassProxies } from '../runtime/bypass-proxies.js';
import { parseDateTime } from '../values/date-time.js';
import { resolveUrl } from '../values/resolve-url.js';
import { freeze, isJsonObject, type JsonObject, type Source, text } from './document.js';
import { Links } from './links.js';
import { type Plain, plainOf } from './plain.js';
import type { ResourceType, Session } from './session.js';

/** The content of a document. Nothing here makes a request. */
export abstract class Snapshot<Data> {
  /** The fields, with the platform's names. Dates with time are `Date`s. */
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
   * Its canonical URL. It is stable, so it can be stored. For kinds without one, it is the URL that was read, or empty if
   * the resource comes from a list or a creation.
   */
  get url(): string {
    const url = this.rawUrl;
    // An invalid URL is refused only when it is followed.
    return url && (resolveUrl(url, this.#source.base)?.href ?? url);
  }

  /** `@type`, the platform's identifier of the kind; empty if there is none. */
  get type(): string {
    return text(this.#source.document, '@type') ?? '';
  }

  /** Links for this token's user. Makes no request. Items of some lists come without links. */
  get links(): Links {
    this.#links ??= new Links(this.#source.document, this.typeName);
    return this.#links;
  }

  /** Time of creation; `undefined` if the platform does not report it. */
  get createdAt(): Date | undefined {
    return this.#change('creation_time');
  }

  /** Time of the last change; `undefined` if the platform does not report it. */
  get modifiedAt(): Date | undefined {
    return this.#change('modification_time');
  }

  /** An attribute as received, even if this package does not know it. `undefined` if there is none. */
  attribute(name: string): unknown {
    return Object.hasOwn(this.#source.document, name) ? freeze(this.#source.document[name]) : undefined;
  }

  /** The document as received from the platform. */
  toJSON(): JsonObject {
    return freeze(this.#source.document);
  }

  /**
   * Its content as plain JSON, which `care.restore` makes a resource of again. Makes no request. Each call returns a new copy,
   * which a program may change.
   */
  toPlain(): Plain<this> {
    return plainOf(this.typeName, this, this.#source);
  }

  /** Its URL as received. Items and created resources without `@url` have none: their base is the URL of the list. */
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

  /** Its name in messages. */
  protected get typeName(): string {
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
