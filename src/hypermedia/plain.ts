import { resolveUrl } from '../values/resolve-url.js';
import type { JsonObject, Source } from './document.js';
import type { Links } from './links.js';

/**
 * A resource as plain JSON: for another process, a worker, a cache, or a page rendered on a server. `care.restore` makes a
 * resource of it again. It contains health data like the resource, and no token.
 */
export interface Plain<Kind extends { readonly data: unknown }> {
  /** Name of its class, such as `task`; `resource` if its kind has no class. */
  readonly kind: string;
  /** As `type` of the resource. */
  readonly type: string;
  /** As `url` of the resource. */
  readonly url: string;
  /** Absolute URLs by name. `null` if a list or a creation delivered the resource without links. */
  readonly links: Readonly<Record<string, string>> | null;
  /** ISO text with its zone, such as `2024-07-01T10:00:00.000Z`; `null` if the platform does not report it. */
  readonly createdAt: string | null;
  /** As `createdAt`. */
  readonly modifiedAt: string | null;
  /** Other meta attributes (`@…`) as received. Usually empty. */
  readonly meta: JsonObject;
  /** As `data` of the resource. Dates with time are ISO texts with their zone, for `new Date(text)`. */
  readonly data: PlainValue<Kind['data']>;
}

/** The JSON of a value: a `Date` is a text. */
export type PlainValue<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends Date
    ? string
    : Value extends object
      ? { readonly [Name in keyof Value]: PlainValue<Value[Name]> }
      : Value;

/** A page of a list as plain JSON. `care.restore` makes a page of it again. */
export interface PlainPage<Item> {
  /** Each item as its `toPlain` returns it. */
  readonly items: readonly (Item extends { toPlain(): infer PlainItem } ? PlainItem : never)[];
  /** As `total` of the page. */
  readonly total: number | null;
}

/** Whether it is a meta attribute without a field of its own in a plain form. */
export function isOtherMeta(name: string): boolean {
  return /^@(?!(?:type|url|links|changes)$)/.test(name);
}

/** What the plain form of a resource is made of. */
interface PlainParts {
  readonly type: string;
  readonly url: string;
  readonly links: Links;
  readonly createdAt: Date | undefined;
  readonly modifiedAt: Date | undefined;
  readonly data: unknown;
}

/**
 * Made of the decoded data, and not a copy of the document: readers need times with a zone and absolute links. It has each
 * fact once, so that it cannot contradict itself.
 */
export function plainOf<Kind extends { readonly data: unknown }>(
  kind: string,
  { type, url, links, createdAt, modifiedAt, data }: PlainParts,
  { document, base, listedIn, existed }: Source,
): Plain<Kind> {
  const names = links.names();
  const absolute = names.map((name) => [name, absoluteUrl(links.get(name).url, base)]);
  const meta = Object.entries(document).filter(([name]) => isOtherMeta(name));
  const plain = {
    kind,
    type,
    url,
    links: (listedIn ?? existed) !== undefined && names.length === 0 ? null : Object.fromEntries(absolute),
    createdAt: createdAt ?? null,
    modifiedAt: modifiedAt ?? null,
    meta: Object.fromEntries(meta),
    data,
  };
  // A copy, so that a program may change it. The data are frozen.
  return JSON.parse(JSON.stringify(plain));
}

/** Texts that are refused when they are followed stay as they are, or they would no longer be refused. */
export function absoluteUrl(raw: string, base: URL): string {
  return raw === '' || raw.includes('{') ? raw : (resolveUrl(raw, base)?.href ?? raw);
}
