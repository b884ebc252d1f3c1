import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';
import { dayKey } from '../language/dates.ts';

/** At first. Some events repeat without end, so it cannot show them all. */
export const firstWeeks = 2;

/** Something to do at some time: one occurrence, also of what repeats. */
export interface Planned {
  readonly key: string;
  readonly at: Date;
  readonly title: string | null;
  readonly about: string;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** From the first moment of today on, in order. */
export function plannedEvents(user: Client | Friend, weeks: number) {
  const today = new Date();
  return queryOptions({
    queryKey: ['planning', dayKey(today), weeks],
    queryFn: async ({ signal }) => {
      const period = { from: startOfDay(today), to: startOfDay(today, weeks * 7) };
      const read = user.links.has('planning.items') ? fromList : fromCalendar;
      const planned = await read(user, period, signal);
      return planned.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    },
    placeholderData: keepPreviousData,
  });
}

/** One request. It asks for a day more on both sides, since the platform's days begin on its own clocks. */
async function fromList(user: Client | Friend, { from, to }: Period, signal: AbortSignal): Promise<Planned[]> {
  const query = { after: dayKey(from, -1), before: dayKey(to, 1) };
  const events = await user.plannedEvents(query, { signal }).toArray();
  return events
    .filter(({ data }) => data.visible && data.eta >= from && data.eta < to)
    .map(({ url, data: { eta, title, topic, description } }) => ({
      key: `${url} ${eta.getTime()}`,
      at: eta,
      title: title ?? topic,
      about: description,
    }));
}

/** For a platform that offers a calendar only. Its parser is loaded then. */
async function fromCalendar(user: Client | Friend, period: Period, signal: AbortSignal): Promise<Planned[]> {
  const [text, { parseCalendar }] = await Promise.all([user.calendar({ signal }), import('care-platform/calendar')]);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return parseCalendar(text)
    .occurrences({ ...period, zone })
    .map(({ todo, at }) => ({ key: `${todo.uid} ${at.getTime()}`, at, title: todo.summary, about: '' }));
}

function startOfDay(date: Date, daysLater = 0): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);
}
