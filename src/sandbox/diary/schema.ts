/** One field of a diary schema. Only the four types the interface shows exist here. */
export interface DiaryField {
  /** The attribute of an entry that holds its value. */
  readonly name: string;
  /** What a form shows. */
  readonly title: string;
  /** Which values it takes. */
  readonly type: 'text' | 'image' | 'choice' | 'integer';
  /** Whether an entry must have it. Default `false`. */
  readonly required?: boolean;
  /** What a form begins with; the platform fills in nothing itself. */
  readonly default?: string | number;
  /** The least of an `integer`. */
  readonly min?: number;
  /** The most of an `integer`. */
  readonly max?: number;
  /** How a form shows an `integer`. */
  readonly widget?: 'slider';
  /** More than the title. */
  readonly description?: string;
  /** What a `choice` takes: `value` in an entry, `name` for people, `icon` by its name among `icons`. */
  readonly choices?: readonly { readonly icon: string; readonly name: string; readonly value: string }[];
}

/** How entries are drawn. */
export interface DiaryChart {
  /** What stands above it. */
  readonly title: string;
  /** Bars are all there is. */
  readonly type: 'bar';
  /** One bar for each day. */
  readonly buckets: 'day';
  /** What is counted: how often each value of a field occurs in a day. */
  readonly series: readonly { readonly field: string; readonly 'bucket-function': 'tally' }[];
}

/** A schema as it is stored: its `@id` and the URLs of its resources are made when it is sent. */
export interface DiarySchema {
  /** Which diary it is; other versions have the same. */
  readonly name: string;
  /** Counts up when a professional changes it. */
  readonly version: number;
  /** What people see. */
  readonly title: string;
  /** In the order of a form. */
  readonly fields: readonly DiaryField[];
  /** Default none. */
  readonly charts?: readonly DiaryChart[];
  /** Icons of the choices, as SVG text by resource name. */
  readonly icons: Readonly<Record<string, string>>;
}

/** Identifies a schema without the type prefix, which is a setting. */
export function schemaKey(schema: { readonly name: string; readonly version: number }): string {
  return `${schema.name}:${schema.version}`;
}
