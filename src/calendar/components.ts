import { CalendarError } from './calendar-error.js';
import { contentLines } from './content-lines.js';
import { type Property, readProperty } from './property.js';

/** A component of a calendar, such as a `VTODO`. */
export interface Component {
  readonly name: string;
  /** Its first line, from 1. Folded lines count as one, and blank lines do not count. */
  readonly line: number;
  readonly properties: Property[];
  readonly parts: Component[];
  /** Numbers of its lines that are not properties. */
  readonly unreadable: number[];
}

export interface Components {
  readonly todos: Component[];
  readonly zones: Component[];
}

/** The `VTODO`s and `VTIMEZONE`s of every `VCALENDAR` of the text. Everything else is ignored. */
export function readComponents(ics: string | Uint8Array): Components {
  if (typeof ics !== 'string' && !ArrayBuffer.isView(ics)) {
    throw new CalendarError('A calendar must be a string or bytes: await `client.calendar()` first.');
  }
  const found: Components = { todos: [], zones: [] };
  const open: Component[] = [];
  let calendars = 0;
  for (const [index, line] of contentLines(ics).entries()) {
    const edge = edgeOf(line);
    if (edge?.begins && (open.length > 0 || edge.name === 'VCALENDAR')) {
      if (open.length === 0) calendars++;
      const component: Component = { name: edge.name, line: index + 1, properties: [], parts: [], unreadable: [] };
      listFor(component.name, open, found)?.push(component);
      open.push(component);
    } else if (open.length === 0) {
      throw new CalendarError('The text is not a calendar: it does not begin with BEGIN:VCALENDAR.');
    } else if (edge === null) {
      if (isKept(open)) keepLine(line, index + 1, open.at(-1));
    } else if (open.pop()?.name !== edge.name) {
      throw new CalendarError(`Line ${index + 1} of the calendar ends a component that did not begin.`);
    }
  }
  if (calendars === 0) throw new CalendarError('The text is not a calendar: it is empty.');
  const last = open.at(-1)?.name;
  if (last !== undefined) throw new CalendarError(`The calendar is cut off: it has no END:${componentName(last)}.`);
  return found;
}

/** `BEGIN:…` or `END:…`. */
function edgeOf(line: string): { begins: boolean; name: string } | null {
  const start = line.slice(0, 6).toUpperCase();
  if (start === 'BEGIN:') return { begins: true, name: line.slice(6).trim().toUpperCase() };
  return start.startsWith('END:') ? { begins: false, name: line.slice(4).trim().toUpperCase() } : null;
}

/** The list for a component that begins inside the open ones. */
function listFor(name: string, open: readonly Component[], { todos, zones }: Components): Component[] | undefined {
  if (open.length === 1) return name === 'VTODO' ? todos : name === 'VTIMEZONE' ? zones : undefined;
  return open.length === 2 && open[1]?.name === 'VTIMEZONE' ? open[1].parts : undefined;
}

/** Components inside a todo, such as an alarm, are ignored. */
function isKept(open: readonly Component[]): boolean {
  const outer = open[1]?.name;
  return (open.length === 2 && outer === 'VTODO') || (open.length <= 3 && outer === 'VTIMEZONE');
}

function keepLine(line: string, number: number, component: Component | undefined): void {
  const property = readProperty(line);
  if (property === null) component?.unreadable.push(number);
  else component?.properties.push(property);
}

/** Hides a name that is not a component's: it could be any text of the calendar. */
const componentName = (name: string): string => (/^V[A-Z]{1,20}$/.test(name) ? name : '…');
