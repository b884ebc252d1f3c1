/** The content types an item can have. The filter of the catalogue knows other ones: see `contentTypeFilters`. */
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

/** The content types an item of the sandbox can have. */
export type ContentType = (typeof contentTypes)[number];

/** The documented values of `content_types`: `action plan` is no type of an item, and four types of items are missing. */
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

/** One item of the catalogue, under the names it has on the wire. */
export interface CatalogueItem {
  /** Given once; another item with it takes its place. */
  readonly id: string;
  /** What it is. */
  readonly content_type: ContentType | 'action plan';
  /** What it is written in. */
  readonly lang: 'da' | 'de' | 'en' | 'es' | 'fr' | 'hu' | 'nl';
  /** The title. */
  readonly title: string;
  /** A second line under the title. */
  readonly subtitle: string | null;
  /** HTML. */
  readonly description: string | null;
  /** Text for a list. */
  readonly short_description: string | null;
  /** CAT-8: a URL; one that begins with a slash is below the web application. */
  readonly poster: string | null;
  /** Whether clients and friends find it themselves. */
  readonly suitable_for_selfhelp: boolean;
}
