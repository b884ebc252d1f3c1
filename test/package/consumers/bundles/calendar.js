import { parseCalendar } from 'care-platform/calendar';

const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTODO', 'UID:1', 'SUMMARY:Walk', 'END:VTODO', 'END:VCALENDAR'];

export const work = async () => parseCalendar(lines.join('\r\n')).todos.map(({ summary }) => summary);
