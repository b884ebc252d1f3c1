// Shows a client's reminders from the calendar of the planning. It is read once, and is right for any days, also offline. A list of
// planned events has to be read again for other days.
import { connect } from 'care-platform';
import { parseCalendar } from 'care-platform/calendar';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox();
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
const client = await care.client({ id: 'EHR-1042' });

// At present it has diaries only. Select the category that you show: a later release may add others.
const diary = parseCalendar(await client.calendar()).withCategory('diary');

for (const todo of diary.todos) {
  const clock = todo.start?.kind === 'zoned' ? `${todo.start.wall} on the clocks of ${todo.start.zone}` : 'some day';
  console.log(`${todo.summary}: ${clock}, ${todo.rule ?? 'once'}, changed ${todo.modified?.toISOString()}`);
}

// A window is required: two of these series have no end. Summer time begins in it, and the evenings stay at eight.
const window = { from: new Date('2026-03-27T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
const amsterdam = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Amsterdam',
});
for (const { todo, at } of diary.occurrences(window)) {
  console.log(`${at.toISOString()}  ${amsterdam.format(at)}  ${todo.summary}`);
}

// The entry to fill in belongs to a schema of the client's diary.
const schemas = new Map((await client.diarySchemas()).map((schema) => [schema['@id'], schema.title]));
for (const id of new Set(diary.todos.map(({ schemaId }) => schemaId))) {
  if (id !== null) console.log(`Reminds of the diary "${schemas.get(id)}".`);
}
care.close();
