import { parseCalendar } from 'care-platform/calendar';
import type { PlanFields } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { calendarOf, valuesOf } from './calendar-text.js';
import { readingRules, rule, type Scene } from './rule.js';

/** The calendar of the first client with nothing but these events in it. */
async function calendarWith({ care, raw, sandbox, clientId }: Scene, ...events: PlanFields[]) {
  const client = await care.client({ id: clientId });
  sandbox.control.clearPlanning(client.url);
  for (const event of events) sandbox.control.addPlannedEvent(client.url, event);
  return { client, ...(await calendarOf(client, raw)) };
}

const once = { start: '2026-03-04T10:00:00', title: 'Once' };
const weekly = { ...once, title: 'Weekly', repetition: { frequency: 'weekly' } } as const;

readingRules('4.7.1-calendar');

rule('ICS-3', 'a todo is one event, or a series by its rule', async (scene) => {
  const { todos, client } = await calendarWith(scene, once, weekly);
  expect(valuesOf(todos, 'SUMMARY')).toEqual(['Once', 'Weekly']);
  expect(valuesOf(todos, 'RRULE')).toEqual([undefined, 'FREQ=WEEKLY']);
  const events = await client.plannedEvents({ after: '2026-03-01', before: '2026-03-20' }).toArray();
  expect(events.map(({ data }) => data.title).toSorted()).toEqual(['Once', 'Weekly', 'Weekly', 'Weekly']);
});

rule(
  'ICS-4',
  'a todo is stamped with when it was changed last, in UTC',
  async (scene) => {
    scene.sandbox.clock.advance({ minutes: 10 });
    const { todos } = await calendarWith(scene, once);
    scene.sandbox.clock.advance({ hours: 1 });
    expect(todos[0]?.get('DTSTAMP')).toEqual({ parameters: '', value: '20260302T091000Z' });
    const later = await calendarOf(await scene.care.client({ id: scene.clientId }), scene.raw);
    expect(valuesOf(later.todos, 'DTSTAMP')).toEqual(['20260302T091000Z']);
  },
  { clock: { frozen: true } },
);

rule('ICS-5', 'a todo starts at a local time, with the zone of the application beside it', async (scene) => {
  for (const [zone, eta] of [
    ['Europe/Amsterdam', '2026-03-04T09:00:00Z'],
    ['America/New_York', '2026-03-04T15:00:00Z'],
  ] as const) {
    scene.sandbox.settings.zone = zone;
    const { todos, client } = await calendarWith(scene, once);
    expect(todos[0]?.get('DTSTART')).toEqual({ parameters: `;TZID=${zone}`, value: '20260304T100000' });
    const event = await client.plannedEvents({ after: '2026-03-04', before: '2026-03-05' }).first();
    expect(event?.data.eta).toEqual(new Date(eta));
  }
});

rule('ICS-5', 'a local time that is skipped or doubled is read as RFC 5545 says', async (scene) => {
  const skipped = { start: '2026-03-28T02:30:00', repetition: { frequency: 'daily', count: 3 } } as const;
  const { client } = await calendarWith(scene, skipped, { start: '2026-10-25T02:30:00' });
  const events = await client.plannedEvents({ after: '2026-03-01', before: '2026-12-01' }).toArray();
  expect(events.map(({ data }) => data.eta.toISOString())).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
  ]);
});

rule('ICS-6', 'a todo has a title to show, escaped and folded as the format wants it', async (scene) => {
  const title = `Vul in; kort, "eerlijk" \\ ${'é'.repeat(80)}\n– en snel`;
  const { todos, written } = await calendarWith(scene, { ...once, title });
  expect(valuesOf(todos, 'SUMMARY')).toEqual([`Vul in\\; kort\\, "eerlijk" \\\\ ${'é'.repeat(80)}\\n– en snel`]);
  const widths = written.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(widths.filter((width) => width > 75)).toEqual([]);
});

rule('ICS-7', 'a todo is in one or more categories, at present those of a diary', async (scene) => {
  const { todos: seeded } = await calendarOf(await scene.care.client({ id: scene.clientId }), scene.raw);
  expect(valuesOf(seeded, 'CATEGORIES')).toEqual(['diary', 'diary', 'diary', 'diary', 'diary']);
  const { todos } = await calendarWith(scene, { ...once, categories: ['diary', 'training', 'plan'] });
  expect(valuesOf(todos, 'CATEGORIES')).toEqual(['diary,training,plan']);
});

rule('ICS-8', 'a rule describes how a series repeats, and a single event has none', async (scene) => {
  const { todos } = await calendarWith(
    scene,
    once,
    { ...once, repetition: { frequency: 'daily', interval: 2, count: 5 } },
    { ...once, repetition: { frequency: 'weekly', until: '2026-04-01T10:00:00' } },
  );
  const rules = [undefined, 'FREQ=DAILY;INTERVAL=2;COUNT=5', 'FREQ=WEEKLY;UNTIL=20260401T080000Z'];
  expect(valuesOf(todos, 'RRULE')).toEqual(rules);
});

rule('ICS-9', 'a todo has an identifier that no other has and that stays', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const ids = async () => valuesOf((await calendarOf(client, scene.raw)).todos, 'UID');
  const before = await ids();
  expect(before).not.toContain(undefined);
  expect(new Set(before).size).toBe(5);
  scene.sandbox.control.addPlannedEvent(client.url, once);
  scene.sandbox.clock.advance({ days: 3 });
  expect((await ids()).slice(0, 5)).toEqual(before);
});

rule('ICS-10', 'an extension property of a diary todo holds the id of its schema', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const [schema] = scene.sandbox.control.diaryConfiguration(client.url);
  const { todos } = await calendarWith(scene, once, { ...once, schema: schema ?? null });
  const [{ '@id': id = '' } = {}] = await client.diarySchemas();
  const extensions = todos.map((todo) =>
    [...todo].filter(([name]) => name.startsWith('X-')).map(([, { value }]) => value),
  );
  expect(extensions).toEqual([[], [id]]);
  expect(todos[1]?.get('X-DIARY-SCHEMA')?.value).toBe(id);
});

rule('ICS-11', 'a diary todo reminds of a diary that the client can write', async (scene) => {
  const client = await scene.care.client({ id: scene.clientId });
  const { todos } = await calendarOf(client, scene.raw);
  const ids = (await client.diarySchemas()).map((schema) => schema['@id']);
  const reminded = valuesOf(todos, 'X-DIARY-SCHEMA');
  expect(new Set(reminded)).toEqual(new Set(ids));
  const added = await client.addDiaryEntry(reminded[0] ?? '', { dt: new Date(), hours: 8 });
  expect(added.type).toBe(reminded[0]);
});

rule('ICS-12', 'a consumer that filters by category has the todos of that category only', async (scene) => {
  const { client } = await calendarWith(
    scene,
    { ...once, title: 'Diary' },
    { ...weekly, title: 'Training', categories: ['training'] },
    { ...weekly, title: 'Both', categories: ['diary', 'plan'] },
  );
  const calendar = parseCalendar(await client.calendar());
  const titles = (category: string) => calendar.withCategory(category).todos.map(({ summary }) => summary);
  expect(['diary', 'training', 'plan', 'unknown'].map(titles)).toEqual([['Diary', 'Both'], ['Training'], ['Both'], []]);
});
