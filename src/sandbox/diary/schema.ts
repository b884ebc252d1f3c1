/** One field of a diary schema, of one of the four documented types. */
export interface DiaryField {
  /** The attribute of an entry that holds the value. */
  readonly name: string;
  /** The title in forms. */
  readonly title: string;
  /** The type of its values. */
  readonly type: 'text' | 'image' | 'choice' | 'integer';
  /** Whether an entry must have a value. Default `false`. */
  readonly required?: boolean;
  /** The initial value in forms. The platform itself fills in nothing. */
  readonly default?: string | number;
  /** The minimum of an `integer`. */
  readonly min?: number;
  /** The maximum of an `integer`. */
  readonly max?: number;
  /** How forms show an `integer`. */
  readonly widget?: 'slider';
  /** A longer text than the title. */
  readonly description?: string;
  /** The values of a `choice`: `value` is stored in an entry, `name` is shown, `icon` is a name in `icons`. */
  readonly choices?: readonly { readonly icon: string; readonly name: string; readonly value: string }[];
}

/** A chart of the entries. */
export interface DiaryChart {
  /** The title of the chart. */
  readonly title: string;
  /** Only bar charts exist. */
  readonly type: 'bar';
  /** One bar for each day. */
  readonly buckets: 'day';
  /** The counts of the chart: how often each value of a field occurs in a day. */
  readonly series: readonly { readonly field: string; readonly 'bucket-function': 'tally' }[];
}

/** A schema as it is stored. Its `@id` and the URLs of its resources are made when it is sent. */
export interface DiarySchema {
  /** The name of the diary, the same for all versions. */
  readonly name: string;
  /** Increases when a professional changes the schema. */
  readonly version: number;
  /** The title for users. */
  readonly title: string;
  /** The fields in the order of forms. */
  readonly fields: readonly DiaryField[];
  /** The charts. Default none. */
  readonly charts?: readonly DiaryChart[];
  /** The icons of choices: SVG texts by name. */
  readonly icons: Readonly<Record<string, string>>;
}

/** Identifies a schema without the type prefix, which is a setting. */
export function schemaKey(schema: { readonly name: string; readonly version: number }): string {
  return `${schema.name}:${schema.version}`;
}
