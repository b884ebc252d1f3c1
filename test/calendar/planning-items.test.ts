import { type Client, connect } from 'care-platform';
import { parseCalendar } from 'care-platform/calendar';
import { createSandbox, type PlanFields, type Sandbox } from 'care-platform/sandbox';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

const zones = [
  'Europe/Amsterdam',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
];

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
});

/** The platform's list for these days, and the occurrences of the calendar. */
async function both(after: string, before: string): Promise<{ listed: string[]; computed: string[] }> {
  const events = await client.plannedEvents({ after, before }).toArray();
  const calendar = parseCalendar(await client.calendar());
  const occurrences = calendar.occurrences({ from: new Date(after), to: new Date(before) });
  return {
    listed: events.map(({ data }) => `${data.eta.toISOString()} ${data.title ?? data.topic}`).toSorted(),
    computed: occurrences.map(({ at, todo }) => `${at.toISOString()} ${todo.summary}`).toSorted(),
  };
}

async function planAndCompare(zone: string, ...events: PlanFields[]) {
  sandbox.settings.zone = zone;
  sandbox.control.clearPlanning(client.url);
  for (const event of events) sandbox.control.addPlannedEvent(client.url, event);
  return both('2026-01-01', '2027-01-01');
}

describe('the occurrences of a calendar equal the planned events of the same days', () => {
  test('for the initial planning of the sandbox, over a year', async () => {
    const { listed, computed } = await both('2026-02-01', '2027-02-01');
    expect(listed.length).toBeGreaterThan(365);
    expect(computed).toEqual(listed);
  });

  test.each(zones)('at every half hour of the night, over a year in %s', async (zone) => {
    const series = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30', '23:30'].map(
      (time): PlanFields => ({ title: time, start: `2025-12-31T${time}:00`, repetition: { frequency: 'daily' } }),
    );
    const { listed, computed } = await planAndCompare(zone, ...series);
    expect(listed.length).toBeGreaterThanOrEqual(9 * 364);
    expect(computed).toEqual(listed);
  });

  test('for all rules of the sandbox, in all zones', async () => {
    const day = fc
      .integer({ min: 0, max: 800 })
      .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
    const time = fc.integer({ min: 0, max: 47 }).map((half) => {
      return `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00`;
    });
    const end = fc.oneof(
      fc.constant({}),
      fc.integer({ min: 1, max: 500 }).map((count) => ({ count })),
      day.map((until) => ({ until })),
    );
    const event = fc
      .record({
        day,
        time,
        title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => `t ${text} t`),
        frequency: fc.constantFrom('daily' as const, 'weekly' as const),
        interval: fc.integer({ min: 1, max: 5 }),
        end: fc.option(end, { nil: null }),
      })
      .map(({ day, time, title, frequency, interval, end }): PlanFields => {
        const until = end !== null && 'until' in end ? { until: `${end.until}T${time}` } : end;
        return {
          title,
          start: `${day}T${time}`,
          repetition: until === null ? null : { frequency, interval, ...until },
        };
      });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(event, { minLength: 1, maxLength: 4 }),
        async (zone, events) => {
          const { listed, computed } = await planAndCompare(zone, ...events);
          expect(computed).toEqual(listed);
        },
      ),
      { numRuns: 60 },
    );
  });
});
