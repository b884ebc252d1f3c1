import { printable } from '../errors/printable.js';
import { InputError, LinkNotFoundError } from '../errors.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import type { JsonObject } from './document.js';

/** A named URL of a resource's `@links`. It is checked when it is followed. */
export interface Link {
  /** Name, such as `tasks.items`. */
  readonly name: string;
  /** URL as received: it can be relative to the URL of the response. */
  readonly url: string;
}

const mostLinks = 20;

/** The links of a resource for this token's user. Makes no request. */
export class Links {
  readonly #links: ReadonlyMap<string, Link>;
  readonly #owner: string;

  constructor(document: JsonObject, owner: string) {
    bypassProxies(this);
    this.#owner = owner;
    const links = new Map<string, Link>();
    const listed = document['@links'];
    for (const entry of Array.isArray(listed) ? listed : []) {
      const { name, url } = Object(entry);
      // If two links have the same name, the first one counts, as in other lists.
      if (typeof name === 'string' && typeof url === 'string' && !links.has(name)) links.set(name, { name, url });
    }
    this.#links = links;
  }

  /** Whether there is a link of that name. It means that this user has access to that feature. */
  has(name: string): boolean {
    return this.#links.has(name);
  }

  /** Returns the link of that name; `undefined` if there is none. */
  find(name: string): Link | undefined {
    return this.#links.get(name);
  }

  /** Returns the link of that name. Throws a `LinkNotFoundError` if there is none: usually the user has no access to it. */
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
        "A missing link means that this token's user has no access to it.",
      name,
      offered,
    );
  }

  /** Names of all links, in the platform's order. */
  names(): string[] {
    return [...this.#links.keys()];
  }
}

/** Refuses a name that is not a string. */
export function checkLinkName(name: string): void {
  if (typeof name !== 'string') throw InputError.of('link', 'name', 'Must be transferred as string.');
}
