import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, firstClient } from './api.js';
import { link, NS, names, type Wire } from './wire.js';

interface Todo extends Wire {
  eta: string;
}

async function planning(sandbox: Sandbox) {
  const client = await firstClient(sandbox);
  const url = link(client, 'planning.items');
  const items = async (after: string, before: string): Promise<readonly Todo[]> =>
    (await ask(sandbox, 'GET', `${url}?after=${after}&before=${before}`)).body['@items'] as readonly Todo[];
  return {
    client,
    items,
    url,
    ics: async () => (await ask(sandbox, 'GET', link(client, 'planning.ics'))).text,
  };
}

const unfolded = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n');

describe('planned events', () => {
  test('EPP-1: the container has its type and the links ics and items', async () => {
    const sandbox = createSandbox();
    const { client } = await planning(sandbox);
    const { body } = await ask(sandbox, 'GET', link(client, 'planning'));
    expect(body['@type']).toBe(`${NS}/planning`);
    expect(names(body)).toEqual(['ics', 'items']);
  });

  test('EPP-3: both bounds are required, as days', async () => {
    const sandbox = createSandbox();
    const { url } = await planning(sandbox);
    const { status, body } = await ask(sandbox, 'GET', `${url}?after=2026-03-32`);
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid query parameters');
    expect(body.extra).toEqual([
      { name: 'after', message: 'Unknown value.' },
      { name: 'before', message: 'Required input is missing.' },
    ]);
  });

  test('EPP-4, PLN-1 to PLN-7: occurrences of series and single events are listed one by one, some without a title', async () => {
    const sandbox = createSandbox();
    const { items } = await planning(sandbox);
    const week = await items('2026-03-01', '2026-03-08');
    expect(week.filter((todo) => todo.title?.startsWith('Mood diary;')).map((todo) => todo.eta)).toHaveLength(7);
    expect(week.filter((todo) => todo.title === 'Sleep diary, weekly')).toHaveLength(1);
    expect(week.some((todo) => todo.title === null)).toBe(true);
    expect(week[0]).toMatchObject({ '@type': `${NS}/todo`, topic: 'Sleep diary', visible: false });
    for (const todo of week) expect(todo['@url']).toMatch(/\/planning\/[^/]+\/[^/]+$/);
    expect(new Set(week.map((todo) => todo['@url'])).size).toBe(week.length);
    expect((await ask(sandbox, 'GET', week[3]?.['@url'] ?? '')).body).toEqual({ ...week[3], '@links': [] });
  });

  test('EPP-5: the series have no end', async () => {
    const { items } = await planning(createSandbox());
    expect(await items('2031-01-01', '2031-01-15')).toHaveLength(14 + 2);
  });

  test('GAP-12: after is included and before is not', async () => {
    const { items } = await planning(createSandbox());
    const days = (await items('2026-03-10', '2026-03-12')).map((todo) => todo.eta.slice(0, 10));
    expect(days).toEqual(['2026-03-10', '2026-03-11']);
    expect(await items('2026-03-10', '2026-03-10')).toEqual([]);
  });

  test('TRAP-34: an evening event keeps its wall clock time when summer time begins', async () => {
    const { items } = await planning(createSandbox());
    const etas = (await items('2026-03-27', '2026-03-31'))
      .filter((todo) => todo.title?.startsWith('Mood'))
      .map((todo) => todo.eta);
    expect(etas).toEqual(['2026-03-27T19:00:00', '2026-03-28T19:00:00', '2026-03-29T18:00:00', '2026-03-30T18:00:00']);
  });

  test('ICS-5: a time that is skipped or doubled is read as RFC 5545 says', async () => {
    const sandbox = createSandbox();
    const { client, items } = await planning(sandbox);
    sandbox.control.clearPlanning(client['@url']);
    sandbox.control.addPlannedEvent(client['@url'], {
      start: '2026-03-28T02:30:00',
      repetition: { frequency: 'daily', count: 3 },
    });
    sandbox.control.addPlannedEvent(client['@url'], { start: '2026-10-25T02:30:00' });
    expect((await items('2026-03-01', '2026-12-01')).map((todo) => todo.eta)).toEqual([
      '2026-03-28T01:30:00',
      '2026-03-29T01:30:00',
      '2026-03-30T00:30:00',
      '2026-10-25T00:30:00',
    ]);
  });

  test('EPP-2, ICS-1, ICS-2: the calendar is text/calendar with VTODO components only', async () => {
    const sandbox = createSandbox();
    const { client } = await planning(sandbox);
    const { headers, text } = await ask(sandbox, 'GET', link(client, 'planning.ics'));
    expect(headers.get('Content-Type')).toBe('text/calendar;charset=utf-8');
    const lines = unfolded(text);
    expect(lines).toContain('VERSION:2.0');
    const begins = lines.filter((line) => line.startsWith('BEGIN:'));
    expect(new Set(begins)).toEqual(new Set(['BEGIN:VCALENDAR', 'BEGIN:VTODO']));
    expect(begins).toHaveLength(6);
  });

  test('ICS-3 to ICS-11: times carry the zone, series their rule, diary events their category and schema', async () => {
    const sandbox = createSandbox();
    const { ics } = await planning(sandbox);
    const todos = (await ics())
      .split('BEGIN:VTODO')
      .slice(1)
      .map((part) => unfolded(part));
    const daily = todos.find((lines) => lines.includes('RRULE:FREQ=DAILY')) ?? [];
    expect(daily).toContain('DTSTART;TZID=Europe/Amsterdam:20260220T200000');
    expect(daily).toContain('SUMMARY:Mood diary\\; every evening\\, before bed');
    expect(daily).toContain('CATEGORIES:diary');
    expect(daily).toContain(`X-DIARY-SCHEMA:${NS}/diary/schema/entry#mood:2`);
    expect(daily.find((line) => line.startsWith('DTSTAMP:'))).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/);
    expect(todos.filter((lines) => !lines.some((line) => line.startsWith('RRULE')))).toHaveLength(3);
    const uids = todos.map((lines) => lines.find((line) => line.startsWith('UID:')));
    expect(new Set(uids).size).toBe(5);
  });

  test('RFC 5545: no line is longer than 75 octets and no character is cut in two', async () => {
    const sandbox = createSandbox();
    const { client, ics } = await planning(sandbox);
    const title = `${'Fill in the diary – '.repeat(8)}\nsecond line`;
    sandbox.control.addPlannedEvent(client['@url'], { title, start: '2026-03-05T09:00:00' });
    const text = await ics();
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(unfolded(text)).toContain(`SUMMARY:${title.replace('\n', '\\n')}`);
  });

  test('the zone is a setting that items and calendar share', async () => {
    const sandbox = createSandbox({ settings: { zone: 'America/New_York' } });
    const { items, ics } = await planning(sandbox);
    expect(await ics()).toContain('DTSTART;TZID=America/New_York:');
    const mood = (await items('2026-03-02', '2026-03-04')).find((todo) => todo.title?.startsWith('Mood'));
    expect(mood?.eta.slice(11)).toBe('01:00:00');
  });
});
