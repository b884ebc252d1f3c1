/** The content types that items can have. The filter of the catalogue accepts other ones: see `contentTypeFilters`. */
export const contentTypes = [
  'diary',
  'document',
  'reusable pages',
  'template rom entry',
  'template rom planning',
  'template screening',
  'template screening intake',
  'template screening signup',
  'template training',
  'template treatment',
  'topic',
] as const;

/** The content types of items. */
export type ContentType = (typeof contentTypes)[number];

/** The documented values of the filter. `action plan` is no type of an item, and four types of items are missing. */
export const contentTypeFilters: readonly string[] = [
  'diary',
  'template treatment',
  'topic',
  'action plan',
  'template rom planning',
  'template screening',
  'template screening intake',
  'template training',
];

/** One item of the catalogue, with the attribute names of the API. */
export interface CatalogueItem {
  /** Unique. Another item with the same id replaces this one. */
  readonly id: string;
  /** The type of content. */
  readonly content_type: ContentType | 'action plan';
  /** The language of the item. */
  readonly lang: 'da' | 'de' | 'en' | 'es' | 'fr' | 'hu' | 'nl';
  /** The title. */
  readonly title: string;
  /** A second line under the title. */
  readonly subtitle: string | null;
  /** A text in HTML. */
  readonly description: string | null;
  /** A plain text for lists. */
  readonly short_description: string | null;
  /** A URL. If it begins with a slash, it is below the web application. */
  readonly poster: string | null;
  /** Whether it is also offered to clients and friends for self-help. */
  readonly suitable_for_selfhelp: boolean;
}
