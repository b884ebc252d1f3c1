/** The content types an item can have. The filter of the catalogue knows other ones: see `CONTENT_TYPE_FILTERS`. */
export const CONTENT_TYPES = [
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

export type ContentType = (typeof CONTENT_TYPES)[number];

/** The documented values of `content_types`: `action plan` is no type of an item, and four types of items are missing. */
export const CONTENT_TYPE_FILTERS: readonly string[] = [
  'diary',
  'template treatment',
  'topic',
  'action plan',
  'template rom planning',
  'template screening',
  'template screening intake',
  'template training',
];

export interface CatalogueItem {
  readonly id: string;
  readonly content_type: ContentType | 'action plan';
  readonly lang: 'da' | 'de' | 'en' | 'es' | 'fr' | 'hu' | 'nl';
  readonly title: string;
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly short_description: string | null;
  /** CAT-8: a URL; one that begins with a slash is below the web application. */
  readonly poster: string | null;
  readonly suitable_for_selfhelp: boolean;
}
