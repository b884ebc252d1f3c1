import { CalendarError } from './calendar-error.js';
import type { CalendarTime } from './calendar-time.js';
import { instantsOf, type OccurrenceOptions } from './occurrences.js';
import { type Property, textOf, textsOf, timesOf } from './property.js';

/** At present only `diary` occurs; a later release may bring others. */
export type TodoCategory = 'diary' | 'training' | 'plan' | (string & {});

/** One time of a todo. */
export interface Occurrence {
  /** What it is a time of. */
  readonly todo: Todo;
  /** The instant, right across summer time. */
  readonly at: Date;
}

/** One event of a planning, or a series of them. */
export class Todo {
  /** Stays the same, and no other series has it. */
  readonly uid: string;
  /** The title to show. */
  readonly summary: string | null;
  /** As it is written, `diary` for instance. */
  readonly categories: readonly TodoCategory[];
  /** The diary schema to fill in: `@id` of one of the client's schemas. */
  readonly schemaId: string | null;
  /** The first time, or the only one. */
  readonly start: CalendarTime | null;
  /** How a series repeats, as it is written: `FREQ=WEEKLY;BYDAY=MO`. `null` for an event by itself. */
  readonly rule: string | null;
  /** When it was changed last; `null` where the calendar gives no instant. */
  readonly modified: Date | null;
  readonly #properties: readonly Property[];
  readonly #moved: readonly CalendarTime[];

  /** @internal `moved`: times of the series for which there is a todo of its own. */
  constructor(properties: readonly Property[], moved: readonly CalendarTime[]) {
    this.#properties = properties;
    this.#moved = moved;
    this.uid = this.property('UID') ?? missing('UID');
    this.summary = this.property('SUMMARY');
    this.categories = this.#all('categories').flatMap(({ value }) => textsOf(value));
    this.schemaId = schemaIdAmong(properties);
    this.start = this.#times('dtstart')[0] ?? null;
    this.rule = this.#all('rrule')[0]?.value ?? null;
    const [stamp] = this.#all('dtstamp').flatMap((property) => timesOf(property) ?? []);
    this.modified = stamp?.kind === 'utc' ? stamp.at : null;
  }

  /**
   * The instants with `from <= at < to`, in order. Times are kept on the clocks of the zone of the start, also across a
   * change to or from summer time. Throws a `CalendarError` for a zone or a rule that is not known, and for a start
   * without a zone where none is given.
   */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    if (this.start === null) return [];
    const series = {
      start: this.start,
      rules: [...this.#all('rrule'), ...this.#all('exrule')].map(({ value }) => value),
      added: this.#times('rdate'),
      excluded: [...this.#times('exdate'), ...this.#moved],
    };
    return instantsOf(series, options).map((at) => ({ todo: this, at }));
  }

  /** Any other property, the first of its name, its escapes resolved: `todo.property('PRIORITY')`. */
  property(name: string): string | null {
    const [first] = this.#all(name.toLowerCase());
    return first === undefined ? null : textOf(first.value);
  }

  #all(name: string): Property[] {
    return this.#properties.filter((property) => property.name === name);
  }

  #times(name: string): CalendarTime[] {
    return this.#all(name).flatMap((property) => timesOf(property) ?? missing(name.toUpperCase()));
  }
}

/** The property that holds the schema has no documented name, but the form of its value is documented. */
function schemaIdAmong(properties: readonly Property[]): string | null {
  const values = properties.filter(({ name }) => name.startsWith('x-')).map(({ value }) => textOf(value).trim());
  return values.find((value) => /\/diary\/schema\/entry#[^#]+:[^:#]+$/.test(value)) ?? null;
}

function missing(name: string): never {
  throw new CalendarError(`A todo of the calendar has no ${name} that can be read.`);
}
