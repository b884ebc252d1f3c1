import { CalendarError } from './calendar-error.js';
import { contentLines } from './content-lines.js';
import { type Property, readProperty } from './property.js';

/** The properties of each `VTODO` in every `VCALENDAR` of the text. Whatever else is in it is passed over. */
export function todoComponents(ics: string | Uint8Array): Property[][] {
  if (typeof ics !== 'string' && !ArrayBuffer.isView(ics)) {
    throw new CalendarError('A calendar is read from its text or its bytes: await `client.calendar()` first.');
  }
  const found: Property[][] = [];
  const open: string[] = [];
  let calendars = 0;
  for (const [index, line] of contentLines(ics).entries()) {
    const [, edge, written = ''] = /^(BEGIN|END):\s*(.*?)\s*$/i.exec(line) ?? [];
    const component = written.toUpperCase();
    const begins = edge?.toUpperCase() === 'BEGIN';
    if (begins && (open.length > 0 || component === 'VCALENDAR')) {
      open.push(component);
      if (open.length === 1) calendars++;
      if (isTodo(open)) found.push([]);
    } else if (open.length === 0) {
      throw new CalendarError('The text is not a calendar: it does not begin with BEGIN:VCALENDAR.');
    } else if (edge === undefined) {
      if (isTodo(open)) found.at(-1)?.push(readProperty(line, index + 1));
    } else if (open.pop() !== component) {
      throw new CalendarError(`Line ${index + 1} of the calendar ends a component that is not open.`);
    }
  }
  if (calendars === 0) throw new CalendarError('The text is not a calendar: it is empty.');
  if (open.length > 0) throw new CalendarError(`The calendar is cut off: it has no END:${open.at(-1)}.`);
  return found;
}

const isTodo = (open: readonly string[]): boolean => open.length === 2 && open[1] === 'VTODO';
