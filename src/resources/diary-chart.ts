import { InputError } from '../errors.js';
import { isJsonObject } from '../hypermedia/document.js';
import type { OpenChoice } from '../values/choice.js';
import { ownValue } from '../values/own-value.js';
import { choicesOf, type DiaryField } from './diary-field.js';

/** How a chart of entries is defined. `schema.chart(entries, { zone })` evaluates it. */
export interface DiaryChart {
  /** What stands above it. */
  readonly title: string;
  /** `bar`, or a word of a later release. */
  readonly type: OpenChoice<'bar'>;
  /** `day`, or a word of a later release. */
  readonly buckets: OpenChoice<'day'>;
  /** What is counted: a field, and how. */
  readonly series: readonly { readonly field: string; readonly 'bucket-function': OpenChoice<'tally'> }[];
}

/** Which days, and whose. */
export interface ChartOptions {
  /** Olson name of the zone whose days are counted, such as `Europe/Amsterdam`: a device's own may be another. */
  readonly zone: string;
  /** First day, `yyyy-mm-dd`. Default: that of the first entry. */
  readonly from?: string | undefined;
  /** Last day, `yyyy-mm-dd`, included. Default: that of the last entry. */
  readonly to?: string | undefined;
}

/** A chart in plain numbers, or what of its definition this package does not know. */
export type DiaryChartData =
  | {
      readonly known: true;
      readonly title: string;
      readonly type: 'bar';
      /** Every day from the first to the last, `yyyy-mm-dd`, those without an entry included. */
      readonly buckets: readonly string[];
      readonly series: readonly DiaryChartSeries[];
    }
  | {
      readonly known: false;
      readonly title: string;
      /** Such as `type 'line'`. */
      readonly unknown: readonly string[];
    };

/** How many entries have one value of one field, by bucket. */
export interface DiaryChartSeries {
  /** The name of the field. */
  readonly field: string;
  /** As it is in the entries. */
  readonly value: string | number;
  /** The name of the choice; of other values their text. */
  readonly name: string;
  /** One for each bucket. */
  readonly counts: readonly number[];
}

/** What is charted: a diary entry. */
export interface ChartedEntry {
  /** The `@id` of its schema. */
  readonly type: string;
  /** Its fields, and when it was. */
  readonly data: { readonly dt: Date; readonly [field: string]: unknown };
}

const maxAxis = 36_525;
const day = 24 * 3_600_000;

export function evaluateChart(
  definition: DiaryChart,
  fields: readonly DiaryField[],
  entries: readonly ChartedEntry[],
  options: ChartOptions,
): DiaryChartData {
  const { title, series } = definition;
  const unknown = unknownParts(definition, fields);
  if (unknown.length > 0) return { known: false, title, unknown };

  const dayOf = dayReader(options.zone);
  const dated = entries.map((entry) => ({ entry, day: dayOf(entry.data.dt) }));
  const { first, length } = axis(
    dated.map(({ day: at }) => at),
    options,
  );
  const shown = dated.flatMap(({ entry, day: at }) => {
    const bucket = at - first;
    return bucket >= 0 && bucket < length ? [{ values: entry.data, bucket }] : [];
  });
  return {
    known: true,
    title,
    type: 'bar',
    buckets: Array.from({ length }, (_, index) => new Date((first + index) * day).toISOString().slice(0, 10)),
    series: series.flatMap(({ field: name }) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field === undefined ? [] : tally(field, shown, length);
    }),
  };
}

/** Values in the order of the choices; others that occur come after, in their own order. */
function tally(
  field: DiaryField,
  shown: readonly { values: ChartedEntry['data']; bucket: number }[],
  length: number,
): DiaryChartSeries[] {
  const names = new Map<string | number, string>(choicesOf(field).map(({ value, name }) => [value, name]));
  const counts = new Map<string | number, number[]>();
  const countsOf = (value: string | number) => {
    const found = counts.get(value) ?? Array.from({ length }, () => 0);
    counts.set(value, found);
    return found;
  };
  for (const value of names.keys()) countsOf(value);
  for (const { values, bucket } of shown) {
    const value = ownValue(values, field.name);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const found = countsOf(value);
    found[bucket] = (found[bucket] ?? 0) + 1;
  }
  const others = [...counts.keys()].filter((value) => !names.has(value)).sort(compareValues);
  return [...names.keys(), ...others].map((value) => ({
    field: field.name,
    value,
    name: names.get(value) ?? String(value),
    counts: countsOf(value),
  }));
}

function compareValues(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}

/** What this package would have to guess at. */
function unknownParts({ type, buckets, series }: DiaryChart, fields: readonly DiaryField[]): string[] {
  const unknown: string[] = [];
  if (type !== 'bar') unknown.push(`type '${type}'`);
  if (buckets !== 'day') unknown.push(`buckets '${buckets}'`);
  // What is written there by hand on the platform may be anything.
  const listed: unknown = series;
  if (!Array.isArray(listed) || !listed.every(isJsonObject)) return [...unknown, 'series that are no list of objects'];
  for (const { field: name, 'bucket-function': bucketFunction } of series) {
    if (bucketFunction !== 'tally') unknown.push(`bucket-function '${bucketFunction}' of '${name}'`);
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined) unknown.push(`field '${name}'`);
    else if (!['choice', 'integer', 'text'].includes(field.type))
      unknown.push(`tally of '${name}', of type '${field.type}'`);
  }
  return unknown;
}

/** Days by number, so that they can be counted on: a day of a zone may have 23 or 25 hours, a day by number has none. */
function dayReader(zone: string): (instant: Date) => number {
  const format = dayFormat(zone);
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day) / day;
  };
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const unknown = () =>
    InputError.of('diary chart', 'zone', 'Must be the Olson name of a time zone, such as Europe/Amsterdam.');
  if (typeof timeZone !== 'string' || timeZone === '') throw unknown();
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...parts, timeZone });
  } catch {
    throw unknown();
  }
}

function axis(days: readonly number[], { from, to }: ChartOptions): { first: number; length: number } {
  const least = days.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
  const greatest = days.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  const first = from === undefined ? least : dayNumber('from', from);
  const last = to === undefined ? greatest : dayNumber('to', to);
  if (first > last) return { first: 0, length: 0 };
  const length = last - first + 1;
  if (length <= maxAxis) return { first, length };
  throw InputError.of(
    'diary chart',
    'from',
    `The entries span ${length} days; name the days with \`from\` and \`to\`.`,
  );
}

function dayNumber(name: string, text: string): number {
  const instant = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) && text.length === 10) {
    return instant / day;
  }
  throw InputError.of('diary chart', name, 'Not a date (yyyy-mm-dd).');
}
