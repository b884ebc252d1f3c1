import * as z from 'zod/mini';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { Query } from '../hypermedia/link-target.js';
import type { ListOptions } from '../hypermedia/lists/list.js';
import { Resource } from '../hypermedia/resource.js';
import { optional, resourceSchema } from '../hypermedia/schema.js';
import type { OpenChoice } from '../values/choice.js';
import { choiceInput } from '../values/choice-input.js';
import { openChoice } from '../values/open-choice.js';
import { refine } from '../values/refine.js';
import { contentTypeFilterValues } from './choice-values.js';

/** Content that can be added to a client as a tool. */
export class CatalogueItem extends Resource<CatalogueItemData> {
  static override readonly type = 'catalogue/item';
  /** @internal */
  static readonly readInstead: string = '`catalogue()`';
  static override readonly schema = resourceSchema<CatalogueItemData>(() => ({
    id: z.string(),
    content_type: openChoice<ContentType>(),
    lang: openChoice<Language>(),
    title: z.string(),
    subtitle: optional(z.string()),
    description: optional(z.string()),
    short_description: optional(z.string()),
    poster: optional(z.string()),
    suitable_for_selfhelp: optional(z.boolean()),
  }));
}

/** Attributes of an item. */
export interface CatalogueItemData {
  /** Internal id for `addTool`; not an external id. */
  readonly id: string;
  /** Kind of content: see `ContentType`. */
  readonly content_type: OpenChoice<ContentType>;
  /** Language of the content. */
  readonly lang: OpenChoice<Language>;
  /** Text. */
  readonly title: string;
  /** Text. */
  readonly subtitle: string | null;
  /** Untrusted HTML: sanitise it before you show it. */
  readonly description: string | null;
  /** Text. */
  readonly short_description: string | null;
  /** A plain URL, not a file reference. */
  readonly poster: string | null;
  /** Whether clients and friends can add it themselves. */
  readonly suitable_for_selfhelp: boolean | null;
}

/**
 * Kinds of content: `topic`, content of a (mobile) module; `diary`, the definition of a diary schema. Legacy kinds:
 * `template treatment`, a module; `template training`, a training; `template screening`, a screening;
 * `template screening intake`, an intake screening; `template rom planning`, a planning of monitoring. The meaning of the other
 * kinds is not documented.
 */
export type ContentType =
  | 'diary'
  | 'document'
  | 'reusable pages'
  | 'template rom entry'
  | 'template rom planning'
  | 'template screening'
  | 'template screening intake'
  | 'template screening signup'
  | 'template training'
  | 'template treatment'
  | 'topic';

/** Languages of content. */
export type Language = 'da' | 'de' | 'en' | 'es' | 'fr' | 'hu' | 'nl';

/** Filters of the catalogue. They are not the same set as an item's `content_type`. */
export type ContentTypeFilter = (typeof contentTypeFilterValues)[number];

/** Selects content. The catalogue is costly for the platform: set a low `limit` and request it rarely. */
export interface CatalogueQuery extends ListOptions {
  /** Items per request. */
  readonly limit: number;
  /** Only content of these types. Default: all. */
  readonly contentTypes?: readonly ContentTypeFilter[] | undefined;
}

const catalogueQuery = inputSchema<CatalogueQuery>({
  start: z.optional(z.number()),
  limit: z.number(),
  prefetch: z.optional(z.number()),
  shortPageEnds: z.optional(z.boolean()),
  // An empty filter would be omitted from the URL, and so select everything.
  contentTypes: z.optional(
    z
      .array(choiceInput(contentTypeFilterValues))
      .check(refine((types) => types.length > 0, 'Must not be empty; omit it for all.', 'out-of-range')),
  ),
});

/** Checks the query of a catalogue. */
export function catalogueList(query: CatalogueQuery) {
  const { contentTypes, ...batch } = checkInput(catalogueQuery, query, 'catalogue');
  const filter: Query = { content_types: contentTypes as CatalogueQuery['contentTypes'] };
  return { batch, details: { batched: true, item: CatalogueItem, query: filter } };
}
