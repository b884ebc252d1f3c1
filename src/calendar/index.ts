export { Calendar, type CalendarProblem, parseCalendar } from './calendar.js';
export { CalendarError } from './calendar-error.js';
export type { CalendarTime } from './calendar-time.js';
export type { OccurrenceOptions } from './occurrences.js';
export { type Occurrence, Todo, type TodoCategory } from './todo.js';
