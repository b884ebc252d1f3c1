import { InputError } from '../../errors.js';
import { isJsonObject } from '../../hypermedia/document.js';
import { isDate } from '../../runtime/shape.js';
import type { OpenChoice } from '../../values/choice.js';
import { ownValue } from '../../values/own-value.js';
import { choicesOf, type DiaryField } from './diary-field.js';
import { millisecondsPerDay } from './zone-time.js';

/** Definition of a chart of entries. `schema.chart(entries, { zone })` evaluates it. */
export interface DiaryChart {
  /** Title of the chart. */
  readonly title: string;
  /** `bar`, or a value of a later release. */
  readonly type: OpenChoice<'bar'>;
  /** `day`, or a value of a later release. */
  readonly buckets: OpenChoice<'day'>;
  /** The counted fields, and how each is counted. */
  readonly series: readonly { readonly field: string; readonly 'bucket-function': OpenChoice<'tally'> }[];
}

/** The days of a chart, and their time zone. */
export interface ChartOptions {
  /** Olson name of the zone whose days are counted, such as `Europe/Amsterdam`. The device's own zone is not used. */
  readonly zone: string;
  /** First day, `yyyy-mm-dd`. Default: the day of the first entry. */
  readonly from?: string | undefined;
  /** Last day, `yyyy-mm-dd`, included. Default: the day of the last entry. */
  readonly to?: string | undefined;
}

/** The numbers of a chart, or the parts of its definition that this package does not know. */
export type DiaryChartData =
  | {
      readonly known: true;
      readonly title: string;
      readonly type: 'bar';
      /** Every day from the first to the last, `yyyy-mm-dd`, also days without entries. */
      readonly buckets: readonly string[];
      readonly series: readonly DiaryChartSeries[];
    }
  | {
      readonly known: false;
      readonly title: string;
      /** The unknown parts, such as `type 'line'`. */
      readonly unknown: readonly string[];
    };

/** The number of entries with one value of one field, by bucket. */
export interface DiaryChartSeries {
  /** The name of the field. */
  readonly field: string;
  /** The value as in the entries. */
  readonly value: string | number;
  /** The name of the choice; for other values, the value as text. */
  readonly name: string;
  /** One count per bucket. */
  readonly counts: readonly number[];
}

/** A diary entry in a chart. */
export interface ChartedEntry {
  /** The `@id` of its schema. */
  readonly type: string;
  /** Its fields and its time. */
  readonly data: { readonly dt: Date; readonly [field: string]: unknown };
}

/** An entry, and its place among all that were given. */
interface PlacedEntry {
  readonly entry: ChartedEntry;
  readonly index: number;
}

/** The entries of one schema. */
export function entriesOf(type: string, entries: Iterable<ChartedEntry>): PlacedEntry[] {
  return [...entries].flatMap((entry, index) => (entry.type === type ? [{ entry, index }] : []));
}

const maxAxis = 36_525;

export function evaluateChart(
  definition: DiaryChart,
  fields: readonly DiaryField[],
  entries: readonly PlacedEntry[],
  options: ChartOptions,
): DiaryChartData {
  const { title, series } = definition;
  const unknown = unknownParts(definition, fields);
  if (unknown.length > 0) return { known: false, title, unknown };

  const dayOf = dayReader(options.zone);
  const dated = entries.map(({ entry, index }) => {
    const { dt } = entry.data;
    if (isDate(dt) && !Number.isNaN(dt.getTime())) return { entry, day: dayOf(dt) };
    throw InputError.of('diary chart', `entries.${index}.dt`, 'Must be a valid Date.', 'wrong-type');
  });
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
    buckets: Array.from({ length }, (_, index) =>
      new Date((first + index) * millisecondsPerDay).toISOString().slice(0, 10),
    ),
    series: series.flatMap(({ field: name }) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field === undefined ? [] : tally(field, shown, length);
    }),
  };
}

/** Counts in the order of the choices. Other values follow, sorted. */
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

/** The parts of the definition that this package does not know. */
function unknownParts({ type, buckets, series }: DiaryChart, fields: readonly DiaryField[]): string[] {
  const unknown: string[] = [];
  if (type !== 'bar') unknown.push(`type '${type}'`);
  if (buckets !== 'day') unknown.push(`buckets '${buckets}'`);
  // The platform accepts definitions written by hand, which can be anything.
  const listed: unknown = series;
  if (!Array.isArray(listed) || !listed.every(isJsonObject))
    return [...unknown, 'series that are not a list of objects'];
  for (const { field: name, 'bucket-function': bucketFunction } of series) {
    if (bucketFunction !== 'tally') unknown.push(`bucket-function '${bucketFunction}' of '${name}'`);
    const field = fields.find((candidate) => candidate.name === name);
    if (field === undefined) unknown.push(`field '${name}'`);
    else if (!['choice', 'integer', 'text'].includes(field.type))
      unknown.push(`tally of '${name}', of type '${field.type}'`);
  }
  return unknown;
}

/** Returns the number of an instant's day. Days by number can be counted, though days of a zone can have 23 or 25 hours. */
function dayReader(zone: string): (instant: Date) => number {
  const format = dayFormat(zone);
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day) / millisecondsPerDay;
  };
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const unknown = () =>
    InputError.of(
      'diary chart',
      'zone',
      'Must be the Olson name of a time zone, such as Europe/Amsterdam.',
      'invalid-format',
    );
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
    `The entries span ${length} days. Limit the days with \`from\` and \`to\`.`,
  );
}

function dayNumber(name: string, text: string): number {
  const instant = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) && text.length === 10) {
    return instant / millisecondsPerDay;
  }
  throw InputError.of('diary chart', name, 'Not a date (yyyy-mm-dd).', 'invalid-format');
}
