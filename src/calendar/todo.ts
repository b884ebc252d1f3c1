import { bypassProxies } from '../runtime/bypass-proxies.js';
import { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import type { CalendarTime } from './calendar-time.js';
import { checkOptions, instantsOf, type OccurrenceOptions } from './occurrences.js';
import { type Property, timesOf, unescapeList, unescapeText } from './property.js';
import type { Zones } from './zones.js';

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
  readonly #zones: Zones;
  #moved: readonly CalendarTime[] = [];

  /** @hidden Throws if it cannot be read. */
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
   * The instants with `from <= at < to`, in order. Times are kept on the clocks of the zone of the start, also across a
   * change to or from summer time; rules of hours or less go by the time that has passed. Throws a `CalendarError` for a
   * zone or a rule that is not known, for a start without a zone if none is given, and for more than 100,000 steps.
   */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    checkOptions(options);
    return this.occurrencesWithin(options, new Budget(1));
  }

  /** @internal */
  occurrencesWithin(options: OccurrenceOptions, budget: Budget): Occurrence[] {
    if (this.start === null) return [];
    // Several series may have one name, and each then leaves out all changed times.
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

  /** @internal Which time of its series it is itself, in place of the one that the rule gives. */
  recurrenceId(budget: Budget): readonly CalendarTime[] {
    return this.#all('recurrence-id').flatMap((property) => timesOf(property, budget) ?? []);
  }

  /** @internal Leaves out the times of its series for which there are todos of their own. */
  excludeMoved(moved: readonly CalendarTime[]): void {
    this.#moved = moved;
  }

  /** Any other property, the first of its name, its escapes resolved: `todo.property('PRIORITY')`. */
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

/** The property that holds the schema has no documented name, but the form of its value is documented. */
function schemaIdAmong(properties: readonly Property[]): string | null {
  const values = properties.filter(({ name }) => name.startsWith('x-')).map(({ value }) => unescapeText(value).trim());
  return values.find((value) => /\/diary\/schema\/entry#[^#]+:[^:#]+$/.test(value)) ?? null;
}

function throwMissing(name: string): never {
  throw new CalendarError(`A todo of the calendar has no ${name} that can be read.`, name);
}
