import { useQuery } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { PlannedDays } from '../planning/planned-days.tsx';
import { firstWeeks, plannedEvents } from '../planning/planning-query.ts';
import { Nothing } from '../shell/nothing.tsx';
import { Queried } from '../shell/queried.tsx';
import { href } from '../shell/route.ts';
import { OverviewSection } from './overview-section.tsx';

export function NextDays({ user }: { readonly user: Client | Friend }) {
  const { pages, planning: words } = useWords();
  const planned = useQuery(plannedEvents(user, firstWeeks));
  return (
    <OverviewSection title={pages.planning} to={href('planning')}>
      <Queried query={planned}>
        {(all) =>
          all.length === 0 ? <Nothing>{words.none}</Nothing> : <PlannedDays planned={all.slice(0, 4)} order={3} />
        }
      </Queried>
    </OverviewSection>
  );
}
