import { type JsonObject, text } from './document.js';

/** Kinds of resources with a class of their own, by `@type` without its namespace. */
export interface ResourceKinds<Kind> {
  readonly known: readonly Kind[];
  /** Loads the class of a kind when its first resource is received. */
  readonly lazy: Readonly<Record<string, () => Promise<Kind>>>;
  /** The class of all other kinds. */
  readonly unknown: Kind;
}

/** Finds the class of a resource by its `@type`. */
export class ResourceRegistry<Kind extends { readonly type: string }> {
  readonly #namespace: string;
  readonly #unknown: Kind;
  readonly #known: Map<string, Kind>;
  readonly #lazy: ReadonlyMap<string, () => Promise<Kind>>;

  /** @param namespace prefix of every `@type` */
  constructor(namespace: string, { known, lazy, unknown }: ResourceKinds<Kind>) {
    this.#namespace = namespace;
    this.#unknown = unknown;
    this.#known = new Map(known.map((kind) => [kind.type, kind]));
    this.#lazy = new Map(Object.entries(lazy));
  }

  /** Loads the classes for these documents, so that `of` can be synchronous. */
  async load(documents: readonly JsonObject[]): Promise<void> {
    for (const document of documents) {
      const name = this.#nameOf(text(document, '@type'));
      const load = this.#lazy.get(name);
      if (load !== undefined && !this.#known.has(name)) this.#known.set(name, await load());
    }
  }

  /** `undefined` if the document has no type. The unknown kind if its type is not registered. */
  of(document: JsonObject): Kind | undefined {
    const type = text(document, '@type');
    return type === undefined ? undefined : (this.#known.get(this.#nameOf(type)) ?? this.#unknown);
  }

  /** The type without namespace. If it contains a `#`, the name of its family: the part up to the `#`, with it. */
  #nameOf(type = ''): string {
    const own = type.startsWith(this.#namespace) ? type.slice(this.#namespace.length) : type;
    return own.replace(/#.*/s, '#');
  }
}
