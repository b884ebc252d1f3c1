import type { CalendarTime } from './calendar-time.js';
import { todoComponents } from './components.js';
import type { OccurrenceOptions } from './occurrences.js';
import { type Property, timesOf } from './property.js';
import { type Occurrence, Todo, type TodoCategory } from './todo.js';

/** The planning of a user as a calendar: `parseCalendar(await client.calendar())`. */
export class Calendar {
  /** In the order of the text. */
  readonly todos: readonly Todo[];

  /** @internal */
  constructor(todos: readonly Todo[]) {
    this.todos = todos;
  }

  /** Only the todos of a category. A later release may bring todos that are no diaries: ask for what you show. */
  withCategory(category: TodoCategory): Calendar {
    return new Calendar(this.todos.filter(({ categories }) => categories.includes(category)));
  }

  /** Those of all todos, in order. Throws where one todo's cannot be computed; each todo can be asked by itself. */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    const all = this.todos.flatMap((todo) => todo.occurrences(options));
    return all.sort((one, other) => one.at.getTime() - other.at.getTime());
  }
}

/**
 * Reads an iCalendar text of todos (RFC 5545). Give bytes where you have them: a letter that a fold cuts in two is whole
 * again in bytes only. Throws a `CalendarError` where it is no calendar, or is cut off.
 */
export function parseCalendar(ics: string | Uint8Array): Calendar {
  const components = todoComponents(ics);
  const moved = movedTimes(components);
  return new Calendar(
    components.map((properties) => {
      const partOfSeries = written(properties, 'recurrence-id') !== undefined;
      return new Todo(properties, (partOfSeries ? undefined : moved.get(written(properties, 'uid')?.value)) ?? []);
    }),
  );
}

/** By `UID`, the times of a series for which there is a todo of its own: one with a `RECURRENCE-ID`. */
function movedTimes(components: readonly Property[][]): ReadonlyMap<string | undefined, CalendarTime[]> {
  const moved = new Map<string | undefined, CalendarTime[]>();
  for (const properties of components) {
    const property = written(properties, 'recurrence-id');
    const uid = written(properties, 'uid')?.value;
    if (property !== undefined) moved.set(uid, [...(moved.get(uid) ?? []), ...(timesOf(property) ?? [])]);
  }
  return moved;
}

const written = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find((property) => property.name === name);
