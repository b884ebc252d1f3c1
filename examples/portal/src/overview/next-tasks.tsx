import { useQuery } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';
import { useWords } from '../language/language.tsx';
import { Nothing } from '../shell/nothing.tsx';
import { Queried } from '../shell/queried.tsx';
import { href } from '../shell/route.ts';
import { TaskList } from '../tasks/task-list.tsx';
import { pendingTasks } from '../tasks/tasks-query.ts';
import { OverviewSection } from './overview-section.tsx';

export function NextTasks({ user }: { readonly user: Client | Friend }) {
  const { pages, tasks: words } = useWords();
  const tasks = useQuery(pendingTasks(user));
  return (
    <OverviewSection title={pages.tasks} to={href('tasks')}>
      <Queried query={tasks}>
        {(all) => (all.length === 0 ? <Nothing>{words.none}</Nothing> : <TaskList tasks={all.slice(0, 3)} order={3} />)}
      </Queried>
    </OverviewSection>
  );
}
