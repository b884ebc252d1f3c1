import { parseCalendar } from 'care-platform/calendar';
import { expect, test } from 'vitest';
import { messageList, type Provocations } from '../support/message-list.js';
import { calendarText, instants, todoWith } from './calendar-text.js';

const secret = 'SUMMARY:Grief';
const read = (text: unknown) => () => parseCalendar(text as string);

const texts: Provocations = {
  undefined: read(undefined),
  'a promise of a string': read(Promise.resolve(calendarText(secret))),
  'an empty string': read(''),
  'an HTML page': read('<html>Sign in</html>'),
  'a calendar without its end': read(calendarText(secret).replace('END:VCALENDAR', '')),
  'a todo without its end': read(calendarText(secret).replace(/END:.*/s, '')),
  'an end without a beginning': read(calendarText('END:VALARM')),
};

const problemsOf = (text: string) => () =>
  parseCalendar(text).problems.map(({ name, line, message }) => `line ${line}, ${name}: ${message}`);

const problems: Provocations = {
  'a line that is not a property': problemsOf(calendarText(secret, 'Grief without a name')),
  'a start that is not a time': problemsOf(calendarText('DTSTART:Grief')),
  'a todo without a UID': problemsOf(calendarText().replace('UID:1@care.example\r\n', '')),
  'an unknown zone': problemsOf(calendarText('DTSTART;TZID=Mars/Olympus:20240325T090000')),
  'an unknown rule': problemsOf(calendarText('DTSTART:20240325T090000', 'RRULE:FREQ=SOMETIMES')),
};

const compute =
  (...properties: string[]) =>
  () =>
    instants([...properties, secret], '2024-01-01', '2025-01-01');
const computeRule = (rule: string) => compute('DTSTART:20240102T090000Z', `RRULE:${rule}`);

const occurrences: Provocations = {
  'a window that ends before it begins': () =>
    todoWith('DTSTART:20240102T090000Z', 'RRULE:FREQ=DAILY').occurrences({ from: new Date(1), to: new Date(0) }),
  'an unknown zone': compute('DTSTART;TZID=Mars/Olympus:20240325T090000'),
  'a time without a zone': compute('DTSTART:20240701T090000'),
  'a day without a zone': compute('DTSTART:20240701'),
  'an exception that is not a time': compute('DTSTART:20240102T090000Z', 'RRULE:FREQ=DAILY', 'EXDATE:tomorrow'),
  'two rules': compute('DTSTART:20240102T090000Z', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'),
  'an unknown frequency': computeRule('FREQ=FORTNIGHTLY'),
  'a count of 0': computeRule('FREQ=DAILY;COUNT=0'),
  'a part that comes twice': computeRule('FREQ=DAILY;FREQ=WEEKLY'),
  'an UNTIL that is not a time': computeRule('FREQ=DAILY;UNTIL=tomorrow'),
  'an unknown part': computeRule('FREQ=YEARLY;BYWEEKNO=20'),
  'an unsupported combination': computeRule('FREQ=WEEKLY;BYMONTHDAY=1'),
  'too many occurrences': computeRule('FREQ=SECONDLY'),
};

test('the messages of calendars are those of messages.txt, without text of a todo', async () => {
  const list = await messageList({
    'Texts that are no calendar': texts,
    'Todos that cannot be read': problems,
    'Occurrences that cannot be computed': occurrences,
  });
  expect(list).not.toContain('Grief');
  await expect(list).toMatchFileSnapshot('messages.txt');
});
