import { bypassProxies } from '../runtime/bypass-proxies.js';
import { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import { type CalendarTime, wallOf } from './calendar-time.js';
import { type Component, readComponents } from './components.js';
import { checkOptions, type OccurrenceOptions } from './occurrences.js';
import { unescapeText } from './property.js';
import { type Occurrence, Todo, type TodoCategory } from './todo.js';
import { Zones } from './zones.js';

/** A todo that cannot be read, or whose times cannot be computed. Names the property, never its text. */
export interface CalendarProblem {
  /** The property that caused it, such as `DTSTART`, or the parameter `TZID`. `VTODO` if no single property did. */
  readonly name: string;
  /** What is wrong, in English. */
  readonly message: string;
  /** Line number, from 1; folded lines count as one. The unreadable line, or the first line of the todo. */
  readonly line: number;
  /** The `UID` of the todo, `null` if it has none. */
  readonly uid: string | null;
}

/** The planning of a user as a calendar: `parseCalendar(await client.calendar())`. */
export class Calendar {
  /** In the order of the text. Todos that cannot be read are left out: see `problems`. */
  readonly todos: readonly Todo[];
  /** Todos with errors, of all categories. They have no occurrences. Show or log them. */
  readonly problems: readonly CalendarProblem[];
  readonly #withoutTimes: ReadonlySet<Todo>;

  /** @hidden */
  constructor(todos: readonly Todo[], problems: readonly CalendarProblem[], withoutTimes: ReadonlySet<Todo>) {
    bypassProxies(this);
    this.todos = todos;
    this.problems = problems;
    this.#withoutTimes = withoutTimes;
  }

  /**
   * Returns a calendar with the todos of one category. Case does not matter. A later release of the platform may add todos
   * that are not diaries, so select the category that you show.
   */
  withCategory(category: TodoCategory): Calendar {
    if (typeof category !== 'string') throw new CalendarError('A category must be a string, such as `diary`.');
    const wanted = category.toLowerCase();
    const todos = this.todos.filter(({ categories }) => categories.some((name) => name.toLowerCase() === wanted));
    return calendarOf(todos, this.problems, this.#withoutTimes);
  }

  /**
   * Occurrences of all todos, in order, without the todos in `problems`. Throws a `CalendarError` if a start has no zone and
   * no `zone` was given. It also throws one above 100,000 occurrences and steps to compute them; each todo adds 100.
   */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    checkOptions(options);
    const budget = new Budget(this.todos.length);
    const computable = this.todos.filter((todo) => !this.#withoutTimes.has(todo));
    const all = computable.flatMap((todo) => todo.occurrencesWithin(options, budget));
    return all.sort((first, second) => first.at.getTime() - second.at.getTime());
  }
}

/** Outside the class: the build renames a class that refers to itself, to `_Calendar`. */
function calendarOf(...parts: ConstructorParameters<typeof Calendar>): Calendar {
  return new Calendar(...parts);
}

/**
 * Reads an iCalendar text of todos (RFC 5545). Pass bytes if you have them: if a fold splits a character, only bytes can
 * restore it. A todo that cannot be read is listed in `problems`. Throws a `CalendarError` if the text is not a calendar, or
 * is cut off. It also throws one above 100,000 listed times and categories.
 */
export function parseCalendar(ics: string | Uint8Array): Calendar {
  const components = readComponents(ics);
  const zones = new Zones(components.zones);
  const budget = new Budget(components.todos.length);
  const problems: CalendarProblem[] = [];
  const read = new Map<Todo, Component>();
  for (const component of components.todos) {
    const problem = catchProblem(component, budget, () => read.set(readTodo(component, zones, budget), component));
    if (problem !== null) problems.push(problem);
  }
  excludeMoved(read.keys(), budget);
  const withoutTimes = new Set<Todo>();
  for (const [todo, component] of read) {
    const problem = catchProblem(component, budget, () => tryTimes(todo, budget));
    if (problem === null) continue;
    problems.push(problem);
    withoutTimes.add(todo);
  }
  problems.sort((first, second) => first.line - second.line);
  return calendarOf([...read.keys()], problems, withoutTimes);
}

function readTodo({ properties, unreadable }: Component, zones: Zones, budget: Budget): Todo {
  if (unreadable.length > 0) throw new CalendarError('The line is not a property, so its todo cannot be read.');
  return new Todo(properties, zones, budget);
}

/** Rules that cannot be computed fail for an empty window too. */
function tryTimes(todo: Todo, budget: Budget): void {
  const none = new Date(todo.start === null ? 0 : wallOf(todo.start));
  todo.occurrencesWithin({ from: none, to: none, zone: 'UTC' }, budget);
}

function catchProblem(component: Component, budget: Budget, work: () => void): CalendarProblem | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof CalendarError) || budget.isSpent) throw error;
    const { line, properties, unreadable } = component;
    const uid = properties.find(({ name }) => name === 'uid')?.value;
    return {
      name: error.property ?? 'VTODO',
      message: error.message,
      line: unreadable[0] ?? line,
      uid: uid === undefined ? null : unescapeText(uid),
    };
  }
}

/** A todo with a `RECURRENCE-ID` replaces one time of the series with the same `UID`. */
function excludeMoved(todos: Iterable<Todo>, budget: Budget): void {
  const series: Todo[] = [];
  const moved = new Map<string, CalendarTime[]>();
  for (const todo of todos) {
    if (todo.property('RECURRENCE-ID') === null) {
      series.push(todo);
      continue;
    }
    const times = moved.get(todo.uid) ?? [];
    for (const time of todo.recurrenceId(budget)) times.push(time);
    moved.set(todo.uid, times);
  }
  for (const todo of series) todo.excludeMoved(moved.get(todo.uid) ?? []);
}
