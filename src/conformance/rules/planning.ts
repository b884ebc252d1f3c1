import { type Client, Planning } from 'care-platform';
import { checkEqual, checkNames, checkText, checkThat } from '../checks.js';
import type { Reading } from '../reading.js';
import { sectionRules, typeOf } from '../rule.js';
import { checkReachable, readDocument, urlOf, wireLinkNames } from '../wire-document.js';

export const planningRules = [
  ...sectionRules('2.13-planned-event', [
    'PLN-8',
    'a planning has a type of its own and leads to calendar and items',
    async (reading) => {
      const planning = await (await reading.client()).planning();
      checkThat(planning instanceof Planning, 'The library reads a planning as another class.');
      checkEqual(planning.type, typeOf(reading, 'planning'), 'type of the planning');
      checkNames(planning.links.names(), ['ics', 'items'], 'links of the planning');
      const wire = await readDocument(reading, 'planning', planning.url);
      checkEqual([wire['@type'], urlOf(wire)], [planning.type, planning.url], '@type and @url of the planning');
    },
  ]),
  ...sectionRules(
    '4.7-planning',
    [
      'EPP-1',
      'a planning responds with its type, its URL and two links',
      async (reading) => {
        const client = await reading.client();
        const wire = await readDocument(reading, 'planning', client.links.get('planning').url);
        checkEqual(wire['@type'], typeOf(reading, 'planning'), '@type of the planning');
        checkText(wire['@url'], '@url of the planning');
        const names = wireLinkNames(wire, 'planning');
        checkNames(names, ['ics', 'items'], '@links of the planning');
        const planning = await client.planning();
        checkThat(planning instanceof Planning, 'The library reads a planning as another class.');
        checkEqual([planning.url, planning.links.names()], [urlOf(wire), names], 'URL and links of the planning');
      },
    ],
    [
      'EPP-2',
      'the planning can be had as a calendar, which is no JSON',
      async (reading) => {
        const client = await reading.client();
        const { headers, text } = await readCalendar(reading, client);
        const isCalendar = headers.get('content-type') === 'text/calendar;charset=utf-8';
        checkThat(isCalendar, 'Content-Type of the calendar: expected text/calendar;charset=utf-8.');
        checkThat(text.startsWith('BEGIN:VCALENDAR\r\n'), 'The calendar does not begin with BEGIN:VCALENDAR.');
        checkThat(text.endsWith('END:VCALENDAR\r\n'), 'The calendar does not end with END:VCALENDAR.');
        checkEqual(await client.calendar(), unfoldLines(text), 'the calendar of the client');
        checkEqual(await (await client.planning()).calendar(), unfoldLines(text), 'the calendar of the planning');
      },
    ],
  ),
  ...sectionRules(
    '4.7.1-calendar',
    [
      'ICS-1',
      'a calendar is of version 2.0',
      async (reading) => {
        const lines = await readCalendarLines(reading);
        checkThat(lines[0] === 'BEGIN:VCALENDAR', 'The calendar does not begin with BEGIN:VCALENDAR.');
        const versions = lines.filter((line) => line.startsWith('VERSION'));
        checkThat(versions.length === 1, `VERSION of the calendar: expected one line, found ${versions.length}.`);
        checkThat(versions[0] === 'VERSION:2.0', 'VERSION of the calendar: expected 2.0.');
      },
    ],
    [
      'ICS-2',
      'a calendar holds todos and nothing else',
      async (reading) => {
        const lines = await readCalendarLines(reading);
        const [first, ...others] = lines.filter((line) => line.startsWith('BEGIN:'));
        checkThat(first === 'BEGIN:VCALENDAR', 'The first component of the calendar is not VCALENDAR.');
        const areTodos = others.every((line) => line === 'BEGIN:VTODO');
        checkThat(areTodos, 'The calendar holds a component that is no VTODO.');
        const ends = lines.filter((line) => line === 'END:VTODO').length;
        checkThat(ends === others.length, `The calendar begins ${others.length} todos, and ends ${ends}.`);
      },
    ],
  ),
];

async function readCalendar({ get }: Reading, client: Client) {
  const options = { headers: { accept: 'text/calendar, */*' } };
  const response = await get('planning.ics of the client', client.links.get('planning.ics').url, options);
  checkReachable(response);
  return response;
}

/** The lines of the calendar, the same on both sides. */
async function readCalendarLines(reading: Reading): Promise<string[]> {
  const client = await reading.client();
  const { text } = await readCalendar(reading, client);
  checkEqual(await client.calendar(), unfoldLines(text), 'the calendar of the client');
  return unfoldLines(text).split('\r\n');
}

function unfoldLines(text: string): string {
  return text.replaceAll(/\r\n[ \t]/g, '');
}
