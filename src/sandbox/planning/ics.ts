import type { Repetition } from './occurrence.js';
import { instantOf } from './zone.js';

/** One `VTODO`. */
export interface CalendarTodo {
  readonly uid: string;
  readonly modified: number;
  /** Wall clock time in the zone of the calendar. */
  readonly start: string;
  readonly repetition: Repetition | null;
  readonly summary: string;
  readonly categories: readonly string[];
  /** Identifier of the diary schema to fill in. */
  readonly schema: string | null;
}

/** An iCalendar text (RFC 5545). By the documentation it holds `VTODO` components only. */
export function icsCalendar(todos: readonly CalendarTodo[], zone: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Care Platform Sandbox//Planning//EN',
    ...todos.flatMap((todo) => todoLines(todo, zone)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function todoLines(todo: CalendarTodo, zone: string): string[] {
  return [
    'BEGIN:VTODO',
    `UID:${escapeText(todo.uid)}`,
    `DTSTAMP:${utcStamp(todo.modified)}`,
    `DTSTART;TZID=${zone}:${compact(todo.start)}`,
    `SUMMARY:${escapeText(todo.summary)}`,
    `CATEGORIES:${todo.categories.map(escapeText).join(',')}`,
    ...(todo.repetition === null ? [] : [`RRULE:${rule(todo.repetition, zone)}`]),
    // The documentation mentions an extension property for the schema, but not its name.
    ...(todo.schema === null ? [] : [`X-DIARY-SCHEMA:${escapeText(todo.schema)}`]),
    'END:VTODO',
  ];
}

function rule(repetition: Repetition, zone: string): string {
  const parts = [`FREQ=${repetition.frequency.toUpperCase()}`];
  if (repetition.interval !== undefined) parts.push(`INTERVAL=${repetition.interval}`);
  if (repetition.count !== undefined) parts.push(`COUNT=${repetition.count}`);
  // RFC 5545, section 3.3.10: with a zoned DTSTART the end is in UTC.
  if (repetition.until !== undefined) parts.push(`UNTIL=${utcStamp(instantOf(repetition.until, zone))}`);
  return parts.join(';');
}

function utcStamp(instant: number): string {
  return `${compact(new Date(instant).toISOString().slice(0, 19))}Z`;
}

function compact(dateTime: string): string {
  return dateTime.replaceAll(/[-:]/g, '');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** RFC 5545, section 3.1: no line is longer than 75 octets. No character is cut in two. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let result = '';
  let width = 0;
  for (const character of line) {
    const octets = encoder.encode(character).length;
    if (width + octets > 75) {
      result += '\r\n ';
      width = 1;
    }
    result += character;
    width += octets;
  }
  return result;
}
