import { bypassProxies } from '../runtime/bypass-proxies.js';
import { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import type { CalendarTime } from './calendar-time.js';
import { checkOptions, instantsOf, type OccurrenceOptions } from './occurrences.js';
import { type Property, timesOf, unescapeList, unescapeText } from './property.js';
import type { Zones } from './zones.js';

/** Only `diary` occurs at present. A later release of the platform may add others. */
export type TodoCategory = 'diary' | 'training' | 'plan' | (string & {});

/** One time of a todo. */
export interface Occurrence {
  /** The todo that occurs. */
  readonly todo: Todo;
  /** The instant; changes to and from summer time are applied. */
  readonly at: Date;
}

/** One event of a planning, or a series of them. */
export class Todo {
  /** Stable, and unique among the series. */
  readonly uid: string;
  /** The title to show. */
  readonly summary: string | null;
  /** As written, such as `diary`. */
  readonly categories: readonly TodoCategory[];
  /** The diary schema to fill in: `@id` of one of the client's schemas. */
  readonly schemaId: string | null;
  /** The first or only time. */
  readonly start: CalendarTime | null;
  /** How a series repeats, as written: `FREQ=WEEKLY;BYDAY=MO`. `null` for a single event. */
  readonly rule: string | null;
  /** Time of the last change; `null` if the calendar contains no instant. */
  readonly modified: Date | null;
  readonly #properties: readonly Property[];
  readonly #zones: Zones;
  #moved: readonly CalendarTime[] = [];

  /** @hidden Throws a `CalendarError` if a property cannot be read. */
  constructor(properties: readonly Property[], zones: Zones, budget: Budget) {
    bypassProxies(this);
    this.#properties = properties;
    this.#zones = zones;
    this.uid = this.property('UID') ?? throwMissing('UID');
    this.summary = this.property('SUMMARY');
    this.categories = this.#all('categories').flatMap(({ value }) => unescapeList(value, budget));
    this.schemaId = schemaIdAmong(properties);
    this.start = this.#times('dtstart', budget)[0] ?? null;
    this.rule = this.#all('rrule')[0]?.value ?? null;
    const [stamp] = this.#all('dtstamp').flatMap((property) => timesOf(property, budget) ?? []);
    this.modified = stamp?.kind === 'utc' ? stamp.at : null;
  }

  /**
   * The occurrences with `from <= at < to`, in order. They keep their time on the clocks of the start's zone, also across a
   * change to or from summer time. Rules of hours or less go by elapsed time instead. Throws a `CalendarError` for an unknown
   * zone or rule, and for more than 100,000 steps. It also throws one if the start has no zone and no `zone` was given.
   */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    checkOptions(options);
    return this.occurrencesWithin(options, new Budget(1));
  }

  /** @internal */
  occurrencesWithin(options: OccurrenceOptions, budget: Budget): Occurrence[] {
    if (this.start === null) return [];
    // Several series may share one `UID`. Each then leaves out all changed times.
    budget.spend(this.#moved.length);
    const series = {
      start: this.start,
      rules: [...this.#all('rrule'), ...this.#all('exrule')].map(({ value }) => value),
      added: this.#times('rdate', budget),
      excluded: [...this.#times('exdate', budget), ...this.#moved],
      zones: this.#zones,
    };
    return instantsOf(series, options, budget).map((at) => ({ todo: this, at }));
  }

  /** @internal The time of its series that this todo replaces. */
  recurrenceId(budget: Budget): readonly CalendarTime[] {
    return this.#all('recurrence-id').flatMap((property) => timesOf(property, budget) ?? []);
  }

  /** @internal Excludes the times of this series that other todos replace. */
  excludeMoved(moved: readonly CalendarTime[]): void {
    this.#moved = moved;
  }

  /** The first property of that name, unescaped: `todo.property('PRIORITY')`. `null` if there is none. */
  property(name: string): string | null {
    const [first] = this.#all(name.toLowerCase());
    return first === undefined ? null : unescapeText(first.value);
  }

  #all(name: string): Property[] {
    return this.#properties.filter((property) => property.name === name);
  }

  #times(name: string, budget: Budget): CalendarTime[] {
    return this.#all(name).flatMap((property) => timesOf(property, budget) ?? throwMissing(name.toUpperCase()));
  }
}

/** The name of the property that holds the schema is not documented, but the form of its value is. */
function schemaIdAmong(properties: readonly Property[]): string | null {
  const values = properties.filter(({ name }) => name.startsWith('x-')).map(({ value }) => unescapeText(value).trim());
  return values.find((value) => /\/diary\/schema\/entry#[^#]+:[^:#]+$/.test(value)) ?? null;
}

function throwMissing(name: string): never {
  throw new CalendarError(`A todo of the calendar has no readable ${name}.`, name);
}
