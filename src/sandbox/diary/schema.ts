/** One field of a diary schema. Only the four types the interface shows exist here. */
export interface DiaryField {
  readonly name: string;
  readonly title: string;
  readonly type: 'text' | 'image' | 'choice' | 'integer';
  readonly required?: boolean;
  readonly default?: string | number;
  readonly min?: number;
  readonly max?: number;
  readonly widget?: 'slider';
  readonly description?: string;
  readonly choices?: readonly { readonly icon: string; readonly name: string; readonly value: string }[];
}

export interface DiaryChart {
  readonly title: string;
  readonly type: 'bar';
  readonly buckets: 'day';
  readonly series: readonly { readonly field: string; readonly 'bucket-function': 'tally' }[];
}

/** A schema as it is stored: its `@id` and the URLs of its resources are made when it is sent. */
export interface DiarySchema {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  readonly fields: readonly DiaryField[];
  readonly charts?: readonly DiaryChart[];
  /** Icons of the choices, as SVG text by resource name. */
  readonly icons: Readonly<Record<string, string>>;
}

/** Identifies a schema without the type prefix, which is a setting. */
export function schemaKey(schema: { readonly name: string; readonly version: number }): string {
  return `${schema.name}:${schema.version}`;
}
