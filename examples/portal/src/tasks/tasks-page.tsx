import { useQuery } from '@tanstack/react-query';
import { useWords } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { Nothing } from '../shell/nothing.tsx';
import { Page } from '../shell/page.tsx';
import { Queried } from '../shell/queried.tsx';
import { TaskList } from './task-list.tsx';
import { pendingTasks } from './tasks-query.ts';

export function TasksPage() {
  const { pages, tasks: words } = useWords();
  const tasks = useQuery(pendingTasks(useSession().user));
  return (
    <Page title={pages.tasks} intro={words.intro}>
      <Queried query={tasks}>
        {(all) => (all.length === 0 ? <Nothing>{words.none}</Nothing> : <TaskList tasks={all} order={2} />)}
      </Queried>
    </Page>
  );
}
