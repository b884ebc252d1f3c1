import { type JsonObject, text } from './document.js';

/** Kinds whose classes are loaded when the first resource of one of them comes. */
export interface KindsOnDemand<Kind> {
  readonly types: readonly string[];
  load(): Promise<{ readonly kinds: readonly Kind[] }>;
}

export interface KindsThereAre<Kind> {
  readonly known: readonly Kind[];
  readonly onDemand: readonly KindsOnDemand<Kind>[];
  /** Stands for every other kind. */
  readonly unknown: Kind;
}

/** Which class stands for which `@type`. */
export class Kinds<Kind extends { readonly type: string }> {
  readonly #namespace: string;
  readonly #unknown: Kind;
  readonly #known: Map<string, Kind>;
  readonly #onDemand: Map<string, KindsOnDemand<Kind>>;

  /** @param namespace what stands before every `@type` */
  constructor(namespace: string, { known, onDemand, unknown }: KindsThereAre<Kind>) {
    this.#namespace = namespace;
    this.#unknown = unknown;
    this.#known = new Map(known.map((kind) => [kind.type, kind]));
    this.#onDemand = new Map(onDemand.flatMap((kinds) => kinds.types.map((type) => [type, kinds])));
  }

  /** Loads what `of` needs to know about these documents: once for all of them, so that `of` need not wait. */
  async load(documents: readonly JsonObject[]): Promise<void> {
    for (const type of new Set(documents.map((document) => document['@type']))) {
      const found = typeof type === 'string' ? this.#find(this.#onDemand, type) : undefined;
      if (found === undefined) continue;
      const { kinds } = await found.load();
      for (const kind of kinds) this.#known.set(kind.type, kind);
      for (const type of found.types) this.#onDemand.delete(type);
    }
  }

  /** `undefined` where the document names no type; the unknown kind where it names one that we do not know. */
  of(document: JsonObject): Kind | undefined {
    const type = text(document, '@type');
    return type === undefined ? undefined : (this.#find(this.#known, type) ?? this.#unknown);
  }

  /** By its type, or by what its type begins with: one that ends in `#` stands for a family. */
  #find<Found>(all: ReadonlyMap<string, Found>, type: string): Found | undefined {
    const own = type.startsWith(this.#namespace) ? type.slice(this.#namespace.length) : type;
    return all.get(own) ?? all.get(own.slice(0, own.indexOf('#') + 1));
  }
}
