import { type Calendar, parseCalendar, type Todo } from 'care-platform/calendar';

/** The text of a calendar with one todo. `UID` and `DTSTAMP` are added to the given properties. */
export function calendarText(...properties: string[]): string {
  const todo = ['BEGIN:VTODO', 'UID:1@care.example', 'DTSTAMP:20240102T030405Z', ...properties, 'END:VTODO'];
  return `${['BEGIN:VCALENDAR', 'VERSION:2.0', ...todo, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

function calendarWith(...properties: string[]): Calendar {
  return parseCalendar(calendarText(...properties));
}

export function todoWith(...properties: string[]): Todo {
  const [todo] = calendarWith(...properties).todos;
  if (todo === undefined) throw new Error('no todo');
  return todo;
}

/** The instants of a todo with these properties, without their common ending. */
export function instants(properties: readonly string[], from: string, to: string, zone?: string): string[] {
  const window = { from: new Date(from), to: new Date(to), ...(zone !== undefined && { zone }) };
  return todoWith(...properties)
    .occurrences(window)
    .map(({ at }) => at.toISOString().replace(':00.000Z', 'Z'));
}
