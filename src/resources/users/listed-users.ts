import { ResponseValidationError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { ResourceType, Session } from '../../hypermedia/session.js';

/** A link of a listed user: the end of its URL if it is below the user's own URL, otherwise the whole URL. */
interface KeptLink {
  readonly name: string;
  readonly below?: string;
  readonly url?: string;
}

/** Maximum number of different sets of links. */
const maxLinkSets = 100;

/** Users of a list, by external id. There can be a hundred thousand, so it keeps as little of each as possible. */
export class ListedUsers<User extends Resource<{ readonly id?: string | null }>> {
  readonly #session: Session;
  readonly #kind: ResourceType<User>;
  /** Their fields, with `KeptLink`s as `@links`. */
  readonly #byId = new Map<string, JsonObject>();
  /** Users share these: links take several times as much memory as fields, and most users have the same. */
  readonly #linkSets = new Map<string, readonly KeptLink[]>();
  #showsIds = false;

  constructor(session: Session, kind: ResourceType<User>) {
    this.#session = session;
    this.#kind = kind;
  }

  /** Whether any user has the field of the external id. Then the platform stores external ids. */
  get showsIds(): boolean {
    return this.#showsIds;
  }

  /**
   * Reads a list to its end. Items of other kinds, such as friends, have no external id.
   *
   * @throws ResponseValidationError if there are users, and none has the field of the external id
   */
  async read(list: AsyncIterable<unknown>): Promise<void> {
    let count = 0;
    for await (const item of list) {
      if (!(item instanceof this.#kind)) continue;
      count++;
      const { id } = item.data;
      if (id !== undefined) this.#showsIds = true;
      if (typeof id === 'string' && id !== '') this.#byId.set(id, this.#documentOf(item));
    }
    if (count > 0 && !this.#showsIds) throw noIds(this.#kind.type);
  }

  /** The external ids of all users. */
  ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** The user as it was listed. If the list has no links, it reads them when they are needed, as items of lists do. */
  get(id: string): User | undefined {
    const kept = this.#byId.get(id);
    if (kept === undefined) return undefined;
    const document = { ...kept, '@links': linksFrom(kept) };
    const context = { attempts: 0, waited: 0 };
    const source = { document, base: this.#session.resolve('.'), listedIn: {}, context };
    return this.#session.instantiate(this.#kind, source);
  }

  #documentOf(user: User): JsonObject {
    const document = user.toJSON();
    const links = { '@links': this.#keepLinks(user, document['@url']) };
    return user.url === '' ? { ...document, ...links } : { ...document, ...links, '@url': user.url };
  }

  /** Returns no links if they cannot be kept: then they are read again if they are needed. */
  #keepLinks({ links }: User, own: unknown): readonly KeptLink[] {
    if (typeof own !== 'string') return [];
    const kept = links.names().map((name): KeptLink => {
      const { url } = links.get(name);
      return url.startsWith(own) ? { name, below: url.slice(own.length) } : { name, url };
    });
    // Other relative links need the URL of the list.
    if (kept.some(({ url = 'https:' }) => !/^https?:/.test(url))) return [];
    const key = JSON.stringify(kept);
    const shared = this.#linkSets.get(key);
    if (shared !== undefined) return shared;
    if (this.#linkSets.size === maxLinkSets) return [];
    this.#linkSets.set(key, kept);
    return kept;
  }
}

function linksFrom({ '@url': own, '@links': links }: JsonObject): { name: string; url: string }[] {
  return (links as readonly KeptLink[]).map(({ name, below, url = `${own}${below}` }) => ({ name, url }));
}

function noIds(what: string): ResponseValidationError {
  const message = 'The platform lists all users without one. It stores none, so every run would create them again.';
  return new ResponseValidationError(`sync of ${what}s: id: ${message}`, what, [
    { name: 'id', message, code: 'undocumented' },
  ]);
}
