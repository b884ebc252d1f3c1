import { type Calendar, parseCalendar, type Todo } from 'care-platform/calendar';

/** A calendar of one todo with these properties, as text; `UID` and `DTSTAMP` are there already. */
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

/** The instants of a todo with these properties, without what all of them end in. */
export function instants(properties: readonly string[], from: string, to: string, zone?: string): string[] {
  const window = { from: new Date(from), to: new Date(to), ...(zone !== undefined && { zone }) };
  return todoWith(...properties)
    .occurrences(window)
    .map(({ at }) => at.toISOString().replace(':00.000Z', 'Z'));
}
