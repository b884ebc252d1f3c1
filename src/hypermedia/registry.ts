import { type JsonObject, text } from './document.js';

/** The kinds of resources that have a class of their own, by `@type` without its namespace. */
export interface ResourceKinds<Kind> {
  readonly known: readonly Kind[];
  /** What loads the class of a kind when the first resource of it comes. */
  readonly lazy: Readonly<Record<string, () => Promise<Kind>>>;
  /** Stands for every other kind. */
  readonly unknown: Kind;
}

/** Which class stands for which `@type`. */
export class ResourceRegistry<Kind extends { readonly type: string }> {
  readonly #namespace: string;
  readonly #unknown: Kind;
  readonly #known: Map<string, Kind>;
  readonly #lazy: ReadonlyMap<string, () => Promise<Kind>>;

  /** @param namespace what stands before every `@type` */
  constructor(namespace: string, { known, lazy, unknown }: ResourceKinds<Kind>) {
    this.#namespace = namespace;
    this.#unknown = unknown;
    this.#known = new Map(known.map((kind) => [kind.type, kind]));
    this.#lazy = new Map(Object.entries(lazy));
  }

  /** Loads what `of` needs to know about these documents: once for all of them, so that `of` need not wait. */
  async load(documents: readonly JsonObject[]): Promise<void> {
    for (const type of new Set(documents.map((document) => text(document, '@type')))) {
      const name = this.#nameOf(this.#lazy, type);
      const load = this.#lazy.get(name);
      if (load !== undefined && !this.#known.has(name)) this.#known.set(name, await load());
    }
  }

  /** `undefined` where the document names no type; the unknown kind where it names one that we do not know. */
  of(document: JsonObject): Kind | undefined {
    const type = text(document, '@type');
    return type === undefined ? undefined : (this.#known.get(this.#nameOf(this.#known, type)) ?? this.#unknown);
  }

  /** The type, or what it begins with: one that ends in `#` stands for a family. */
  #nameOf(all: ReadonlyMap<string, unknown>, type = ''): string {
    const own = type.startsWith(this.#namespace) ? type.slice(this.#namespace.length) : type;
    return all.has(own) ? own : own.slice(0, own.indexOf('#') + 1);
  }
}
