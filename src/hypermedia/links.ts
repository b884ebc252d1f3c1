import { printable } from '../errors/printable.js';
import { InputError, LinkNotFoundError } from '../errors.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import { isJsonObject, type JsonObject } from './document.js';

/** A named URL of a resource's `@links`, as it came; it is checked when it is followed. */
export interface Link {
  /** Such as `tasks.items`. */
  readonly name: string;
  /** As it came: it may be relative to the URL it was read from. */
  readonly url: string;
}

const mostLinks = 20;

/** The links that a resource offers to this token's user. Makes no request. */
export class Links {
  readonly #links: ReadonlyMap<string, Link>;
  readonly #owner: string;

  constructor(document: JsonObject, owner: string) {
    bypassProxies(this);
    this.#owner = owner;
    const links = new Map<string, Link>();
    const listed = document['@links'];
    for (const entry of Array.isArray(listed) ? listed : []) {
      const link = asLink(entry);
      // Of two links with one name the first counts, as it does in every list that is searched by name.
      if (link !== undefined && !links.has(link.name)) links.set(link.name, link);
    }
    this.#links = links;
  }

  /** Whether this user may do what the link of that name is for. */
  has(name: string): boolean {
    return this.#links.has(name);
  }

  /** `undefined` where there is none. */
  find(name: string): Link | undefined {
    return this.#links.get(name);
  }

  /** Throws `LinkNotFoundError` where there is none, which as a rule means: no access to that feature. */
  get(name: string): Link {
    checkLinkName(name);
    const link = this.#links.get(name);
    if (link !== undefined) return link;
    const offered = this.names();
    const more = offered.length - mostLinks;
    const shown = offered.slice(0, mostLinks).map((linkName) => printable(linkName));
    if (more > 0) shown.push(`and ${more} more`);
    throw new LinkNotFoundError(
      `The ${this.#owner} offers no link '${printable(name)}'. It offers: ${shown.join(', ') || 'none'}. ` +
        "A missing link means that this token's user has no access to that feature.",
      name,
      offered,
    );
  }

  /** In the order of the platform. */
  names(): string[] {
    return [...this.#links.keys()];
  }
}

/** Refuses a name that is no text. */
export function checkLinkName(name: string): void {
  if (typeof name !== 'string') throw InputError.of('link', 'name', 'Must be transferred as string.');
}

function asLink(entry: unknown): Link | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { name, url } = entry;
  return typeof name === 'string' && typeof url === 'string' ? { name, url } : undefined;
}
