import { Text, Title } from '@mantine/core';
import { dayKey, useDates } from '../language/dates.ts';
import { useWords } from '../language/language.tsx';
import type { Planned } from './planning-query.ts';

interface Props {
  readonly planned: readonly Planned[];
  /** Level of the headings. */
  readonly order: 2 | 3;
}

/** The planned events, day by day. */
export function PlannedDays({ planned, order }: Props) {
  const { planning: words } = useWords();
  const dates = useDates();
  const today = new Date();
  const nearDays = new Map([
    [dayKey(today), words.today],
    [dayKey(today, 1), words.tomorrow],
  ]);
  const days = Map.groupBy(planned, ({ at }) => dayKey(at));
  return (
    <ul className="plain-list days">
      {[...days].map(([key, events]) => (
        <li key={key} className="card day">
          <Title order={order} size="h5" lh="inherit">
            {nearDays.get(key) ?? dates.day(events[0]?.at ?? today)}
          </Title>
          <ul className="plain-list">
            {events.map(({ key, at, title, about }) => (
              <li key={key} className="event">
                <time dateTime={at.toISOString()}>{dates.time(at)}</time>
                <div>
                  <Text fw={550}>{title ?? words.untitled}</Text>
                  {about !== '' && (
                    <Text c="dimmed" size="sm" className="own-lines">
                      {about}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
