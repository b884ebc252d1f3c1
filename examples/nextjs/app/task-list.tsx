'use client';

import { useQuery } from '@tanstack/react-query';
import type { Plain, Task } from 'care-platform';
import { useState } from 'react';
import { isPending, readTasks } from './actions';

export function TaskList({ tasks }: { tasks: Plain<Task>[] }) {
  const { data, refetch } = useQuery({ queryKey: ['tasks'], queryFn: () => readTasks(), initialData: tasks });
  return (
    <section>
      <h2>{data.length} tasks</h2>
      <ul>
        {data.map((task) => (
          <TaskItem key={task.url} task={task} />
        ))}
      </ul>
      <button type="button" onClick={() => refetch()}>
        Read again
      </button>
    </section>
  );
}

function TaskItem({ task }: { task: Plain<Task> }) {
  const [pending, setPending] = useState<boolean>();
  return (
    <li>
      {task.data.url === null ? task.data.title : <a href={task.data.url}>{task.data.title}</a>}{' '}
      {task.createdAt && <time dateTime={task.createdAt}>{task.createdAt.slice(0, 10)}</time>}{' '}
      <button type="button" onClick={async () => setPending(await isPending(task))}>
        Check
      </button>
      {pending !== undefined && <output>{pending ? 'still to do' : 'done'}</output>}
    </li>
  );
}
