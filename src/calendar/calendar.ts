import { bypassProxies } from '../runtime/bypass-proxies.js';
import { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import { type CalendarTime, wallOf } from './calendar-time.js';
import { type Component, readComponents } from './components.js';
import { checkOptions, type OccurrenceOptions } from './occurrences.js';
import { unescapeText } from './property.js';
import { type Occurrence, Todo, type TodoCategory } from './todo.js';
import { Zones } from './zones.js';

/** A todo that cannot be read, or whose times cannot be computed. Names its property, never a text of it. */
export interface CalendarProblem {
  /** The property that is the reason, such as `DTSTART`, or the parameter `TZID`; `VTODO` if it is no single one. */
  readonly name: string;
  /** What is wrong, in English. */
  readonly message: string;
  /** The line of the text, from 1, with folded lines as one: the unreadable one, or the first of the todo. */
  readonly line: number;
  /** The `UID` of the todo, `null` if it has none. */
  readonly uid: string | null;
}

/** The planning of a user as a calendar: `parseCalendar(await client.calendar())`. */
export class Calendar {
  /** In the order of the text. Those that cannot be read are left out: see `problems`. */
  readonly todos: readonly Todo[];
  /** What could not be read, of all categories. A todo that is listed here has no occurrences. Show or log them. */
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
   * Only the todos of a category, in capitals or not. A later release may bring todos that are no diaries: ask for what you
   * show.
   */
  withCategory(category: TodoCategory): Calendar {
    if (typeof category !== 'string') throw new CalendarError('A category is a text, such as `diary`.');
    const wanted = category.toLowerCase();
    const todos = this.todos.filter(({ categories }) => categories.some((name) => name.toLowerCase() === wanted));
    return calendarOf(todos, this.problems, this.#withoutTimes);
  }

  /**
   * Those of all todos, in order, without the todos in `problems`. Throws a `CalendarError` for a start without a zone if
   * none is given, and for more than 100,000 occurrences and steps to compute them, with 100 more for each todo.
   */
  occurrences(options: OccurrenceOptions): Occurrence[] {
    checkOptions(options);
    const budget = new Budget(this.todos.length);
    const computable = this.todos.filter((todo) => !this.#withoutTimes.has(todo));
    const all = computable.flatMap((todo) => todo.occurrencesWithin(options, budget));
    return all.sort((first, second) => first.at.getTime() - second.at.getTime());
  }
}

/** Outside of its class: a class that names itself within is built with another name, `_Calendar`. */
function calendarOf(...parts: ConstructorParameters<typeof Calendar>): Calendar {
  return new Calendar(...parts);
}

/**
 * Reads an iCalendar text of todos (RFC 5545). Give bytes where you have them: a letter that a fold cuts in two is whole
 * again in bytes only. A todo that cannot be read is listed in `problems`. Throws a `CalendarError` if the text is no
 * calendar, if it is cut off, or if it lists more than 100,000 times and categories.
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
  if (unreadable.length > 0) throw new CalendarError('The line is not a property, so that its todo cannot be read.');
  return new Todo(properties, zones, budget);
}

/** Whatever cannot be computed at all fails in an empty window too. */
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

/** A todo with a `RECURRENCE-ID` stands in place of one time of the series with its `UID`. */
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
