import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { Nothing } from '../shell/nothing.tsx';
import { Page } from '../shell/page.tsx';
import { Queried } from '../shell/queried.tsx';
import { CalendarFile } from './calendar-file.tsx';
import { PlannedDays } from './planned-days.tsx';
import { firstWeeks, plannedEvents } from './planning-query.ts';

const moreWeeks = 2;

export function PlanningPage() {
  const { user } = useSession();
  const { pages, planning: words } = useWords();
  const [weeks, setWeeks] = useState(firstWeeks);
  const planned = useQuery(plannedEvents(user, weeks));
  return (
    <Page
      title={pages.planning}
      intro={words.intro(weeks)}
      actions={user.links.has('planning.ics') && <CalendarFile user={user} />}
    >
      <Stack gap="md">
        <Queried query={planned}>
          {(events) =>
            events.length === 0 ? <Nothing>{words.none}</Nothing> : <PlannedDays planned={events} order={2} />
          }
        </Queried>
        <Button variant="default" loading={planned.isPlaceholderData} onClick={() => setWeeks(weeks + moreWeeks)}>
          {words.more}
        </Button>
      </Stack>
    </Page>
  );
}
